// A player who only knows what the page shows. It always does the same with the same page, fights little and so lives long.

import { isOver, revision, settled, turnOf } from './page.mjs';

/** What was done in the turn, so that nothing is tried for ever. */
export class Player {
  constructor(page, hand) {
    Object.assign(this, { page, hand, turn: 0, attacks: 0, answers: 0 });
  }

  /** Plays on until the duel is over, or until `enough` says so. */
  async play(enough = () => false) {
    await settled(this.page);
    while (!(await isOver(this.page)) && !(await enough(this))) await this.answer();
  }

  /** Gives one answer and waits for the next question. */
  async answer() {
    const before = await revision(this.page);
    await this.choose();
    await settled(this.page, before);
    this.answers += 1;
  }

  async choose() {
    const { page } = this;
    const turn = await turnOf(page);
    if (turn !== this.turn) Object.assign(this, { turn, attacks: 0 });
    const row = page.getByTestId('list').locator('[data-action]').first();
    if (await row.count()) return this.hand.press(row);
    const question = await page.locator('#decision .question').textContent();
    if (question === 'It is your move.') return this.develop();
    if (question === 'Attack, or go on?') return this.fight();
    return this.reply();
  }

  /** A card of the hand, else a fight every third turn, else the end of the turn. */
  async develop() {
    const { page, hand } = this;
    const card = page.locator('.hand-card.can').first();
    if (await card.count()) return this.use(card);
    const battle = this.phase('Battle');
    if (this.turn % 6 < 2 && !this.attacks && (await battle.count())) {
      this.attacks += 1;
      return hand.press(battle, { letter: 'b' });
    }
    return this.end();
  }

  /** Opens a card and takes what suits: Summons and Sets take turns. */
  async use(card) {
    const { page, hand } = this;
    await hand.press(card);
    const offers = page.getByTestId('popup').locator('[data-action]');
    const words = await offers.allTextContents();
    const wish = this.turn % 4 < 2 ? [/^Normal Summon/, /^Set/] : [/^Set/, /^Normal Summon/];
    const best = wish.map((pattern) => words.findIndex((text) => pattern.test(text))).find((index) => index >= 0);
    return hand.press(offers.nth(best ?? 0));
  }

  /** One attack, then the end. */
  async fight() {
    const { page, hand } = this;
    const attacker = page.locator('.monster-zone.mine.can').first();
    if (this.attacks > 1 || !(await attacker.count())) return this.end();
    this.attacks += 1;
    await hand.press(attacker);
    return hand.press(page.locator('.target').first());
  }

  phase(name) {
    return this.page.locator('#phases').getByRole('button', { name });
  }

  async end() {
    const button = this.phase('End');
    if (await button.count()) return this.hand.press(button, { letter: 'e' });
    return this.hand.press(this.page.locator('#decision .answer').last());
  }

  /** Any other question: declines what can be declined, and chooses the first of the rest, on the table if it lies there. */
  async reply() {
    const { page, hand } = this;
    const panel = page.locator('#decision');
    const pass = panel.getByRole('button', { name: /^Pass\b(?! until)/ });
    if (await pass.count()) return hand.press(pass, { letter: 'p' });
    const no = panel.getByRole('button', { name: /^No\b/ });
    if (await no.count()) return hand.press(no);
    const place = page.locator('.zone.chooses:not(.pile)').first();
    if (await place.count()) return hand.press(place);
    const answer = panel.locator('.answer[data-action]').first();
    if (await answer.count()) return hand.press(answer);
    await hand.press(panel.getByTestId('open-list'));
    return hand.press(page.getByTestId('list').locator('[data-action]').first());
  }
}
