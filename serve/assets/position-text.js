// The text of a position, edited line by line: what a click on the table changes in it.

const KEY = 'duelfish.position';
const NEW = `rules mr5
turn 5 P1 main1
P1 lp 8000
P2 lp 8000
P1 deck: 20* Celtic Guardian
P2 deck: 20* Celtic Guardian
`;
/** In which order the lines of a player stand. */
const ORDER = [
  'lp',
  'summons',
  'hand',
  'known',
  'M',
  'E',
  'S',
  'field',
  'grave',
  'banished',
  'extra',
  'top',
  'deck',
  'bottom',
];

export const keptText = () => sessionStorage.getItem(KEY) ?? NEW;
export const keepText = (text) => sessionStorage.setItem(KEY, text);
export const newText = () => NEW;

/** The preset of a position's rules. */
export const rulesOf = (text) => text.match(/^[ \t]*rules +([\w-]+)/m)?.[1] ?? 'mr5';

/** M1, E1, S1 or field, as lines name the zones. */
export function zoneWord({ place, index }) {
  if (place === 'field') return 'field';
  if (place === 'spell') return `S${index + 1}`;
  return index > 4 ? `E${index - 4}` : `M${index + 1}`;
}

/** What stands before a comment, and the comment; `#` before a digit is none. */
function parted(line) {
  const at = line.search(/#(?!\d)/);
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at)];
}

const items = (list) =>
  list
    .split(';')
    .map((item) => item.trim())
    .filter(Boolean)
    .map((item) => {
      const [, count, name, rest] = item.match(/^(?:(\d+)\s*\*\s*)?([^[]*?)\s*((?:\[.*)?)$/);
      return { count: Number(count ?? 1), name, rest };
    });
const written = (list) =>
  list.map(({ count, name, rest }) => `${count > 1 ? `${count}* ` : ''}${name}${rest ? ` ${rest}` : ''}`).join('; ');

export class PositionText {
  constructor(text) {
    this.lines = text.replace(/\s+$/, '').split('\n');
  }

  toString() {
    return `${this.lines.join('\n')}\n`;
  }

  /** A line as `{ player, head, list }`; null if it is something else. */
  read(line) {
    const found = parted(line)[0].match(/^\s*(P[12])\s+([^:]*?)\s*:\s*(.*?)\s*$/i);
    return found && { player: found[1].toUpperCase(), head: found[2].replace(/\s+/g, ' '), list: found[3] };
  }

  find(player, head) {
    return this.lines.findIndex((line) => {
      const found = this.read(line);
      return found?.player === player && (typeof head === 'string' ? found.head === head : head.test(found.head));
    });
  }

  /** Writes a line anew, with its comment. */
  write(at, words) {
    const [, comment] = parted(this.lines[at]);
    this.lines[at] = comment ? `${words} ${comment}` : words;
  }

  /** Adds a line of a player where such lines stand. */
  add(player, head, rest) {
    const rank = (word) => {
      const at = ORDER.indexOf(/^[MES]\d/.test(word) ? word[0] : word.split(' ')[0]);
      return at < 0 ? ORDER.length : at;
    };
    let after = -1;
    this.lines.forEach((line, index) => {
      const found = parted(line)[0].match(/^\s*(P[12])\s+([^:]*)/i);
      if (!found) after = /^\s*(rules|turn)\b/.test(line) || after < 0 ? Math.max(after, index) : after;
      else if (found[1].toUpperCase() < player || (found[1].toUpperCase() === player && rank(found[2]) <= rank(head)))
        after = index;
    });
    this.lines.splice(after + 1, 0, `${player} ${head}${rest}`);
  }

  zoneLine(player, zone) {
    return this.find(player, new RegExp(`^${zone} (attack|defense|set|up|down|pendulum)$`, 'i'));
  }

  /** Name, position and statuses of what a zone holds. */
  zone(player, zone) {
    const at = this.zoneLine(player, zone);
    if (at < 0) return null;
    const { head, list } = this.read(this.lines[at]);
    const [, name, marks = '', host = ''] = list.match(/^([^[]*?)\s*(?:\[([^\]]*)\])?\s*(->.*)?$/) ?? [null, list];
    return {
      at,
      name,
      how: head.split(' ')[1],
      marks: marks
        .split(',')
        .map((mark) => mark.trim())
        .filter(Boolean),
      host,
    };
  }

  putZone(player, zone, how, name, marks = [], host = '') {
    const at = this.zoneLine(player, zone);
    const rest = `${name}${marks.length ? ` [${marks.join(', ')}]` : ''}${host ? ` ${host}` : ''}`;
    if (at >= 0) this.write(at, `${player} ${zone} ${how}: ${rest}`);
    else this.add(player, `${zone} ${how}`, `: ${rest}`);
  }

  clearZone(player, zone) {
    for (const at of [this.zoneLine(player, zone), this.find(player, `${zone} materials`)]
      .filter((one) => one >= 0)
      .sort((a, b) => b - a))
      this.lines.splice(at, 1);
  }

  pile(player, pile) {
    const at = this.find(player, pile);
    return at < 0 ? [] : items(this.read(this.lines[at]).list);
  }

  setPile(player, pile, list) {
    const at = this.find(player, pile);
    if (!list.length) {
      if (at >= 0) this.lines.splice(at, 1);
    } else if (at >= 0) this.write(at, `${player} ${pile}: ${written(list)}`);
    else this.add(player, pile, `: ${written(list)}`);
  }

  addToPile(player, pile, name) {
    const list = this.pile(player, pile);
    const last = list.at(-1);
    if (last?.name === name && !last.rest) last.count += 1;
    else list.push({ count: 1, name, rest: '' });
    this.setPile(player, pile, list);
  }

  /** Takes one copy out: the entry with a number. */
  takeFromPile(player, pile, number) {
    const list = this.pile(player, pile);
    if (!list[number]) return;
    list[number].count -= 1;
    this.setPile(
      player,
      pile,
      list.filter((item) => item.count > 0),
    );
  }

  /** Life Points, or null where no line says them. */
  lp(player) {
    const at = this.lpLine(player);
    return at < 0 ? null : Number(parted(this.lines[at])[0].match(/(\d+)\s*$/)?.[1] ?? NaN);
  }

  lpLine(player) {
    return this.lines.findIndex((line) => new RegExp(`^\\s*${player}\\s+lp\\b`, 'i').test(line));
  }

  setLp(player, points) {
    const at = this.lpLine(player);
    if (at >= 0) this.write(at, `${player} lp ${points}`);
    else this.add(player, 'lp', ` ${points}`);
  }

  get clock() {
    const line = this.lines.map((one) => parted(one)[0]).find((one) => /^\s*turn\b/.test(one)) ?? '';
    const [, number, player, phase] = line.match(/turn\s+(\d+)\s+(P[12])\s+(\w+)/i) ?? [null, '3', 'P1', 'main1'];
    return { number: Number(number), player: player.toUpperCase(), phase };
  }

  set clock({ number, player, phase }) {
    this.setFirst(
      /^\s*turn\b/,
      `turn ${number} ${player} ${phase}`,
      this.lines.findIndex((one) => /^\s*rules\b/.test(one)) + 1,
    );
  }

  set rules(name) {
    this.setFirst(/^\s*rules\b/, `rules ${name}`, 0);
  }

  setFirst(pattern, words, otherwise) {
    const at = this.lines.findIndex((line) => pattern.test(line));
    if (at >= 0) this.write(at, words);
    else this.lines.splice(otherwise, 0, words);
  }
}
