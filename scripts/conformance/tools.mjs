// What each scenario wants called: every tool the server offers, unless it names its calls itself.
const INPUTS = { add_numbers: { a: 5, b: 3 } };

/** Its server has tools, but does not answer calls: what is seen is that listing them fetches nothing. */
const ONLY_LISTED = ['json-schema-ref-no-deref'];

export function callsOf(scenario, { toolCalls }, tools) {
  if (ONLY_LISTED.includes(scenario)) return [];
  if (toolCalls) return toolCalls.map(({ name, arguments: input }) => ({ name, input }));
  const echo = tools.find(({ name }) => name === 'json_schema_echo');
  const [focal] = tools.filter((tool) => tool !== echo);
  if (echo) return [{ name: echo.name, input: { schema: focal.inputSchema } }];
  return tools.map(({ name }) => ({ name, input: INPUTS[name] ?? {} }));
}
