// Which element is the next one in the direction of an arrow key.

export function nearest(all, from, key) {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    // Of a wide element its beginning counts.
    return { x: box.x + Math.min(box.width, box.height * 1.5) / 2, y: box.y + box.height / 2 };
  };
  const start = middle(from);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = null;
  let least = Infinity;
  for (const element of all) {
    if (element === from) continue;
    const at = middle(element);
    const along = (at.x - start.x) * dx + (at.y - start.y) * dy;
    const across = Math.abs((at.x - start.x) * dy) + Math.abs((at.y - start.y) * dx);
    if (along < 6 || (dx !== 0 && across > along)) continue;
    const cost = along + across * 2;
    if (cost < least) [best, least] = [element, cost];
  }
  return best;
}
