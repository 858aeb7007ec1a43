for (const table of document.querySelectorAll("table.sorts")) {
  const headings = [...table.tHead.rows[0].cells];
  const value = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
  };
  headings.forEach((heading, column) => {
    heading.tabIndex = 0;
    const sort = () => {
      const down = heading.getAttribute("aria-sort") !== "descending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...table.tBodies[0].rows];
      rows.sort((one, other) => {
        const [a, b] = [value(one, column), value(other, column)];
        const order = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
        return down ? -order : order;
      });
      table.tBodies[0].append(...rows);
    };
    heading.addEventListener("click", sort);
    heading.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(); });
  });
}
