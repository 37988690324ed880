// What the tools of the suite's servers are called with.
export const TOOLS = { add_numbers: { a: 5, b: 3 } };
