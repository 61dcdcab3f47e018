/** What the json columns of the tables hold that the migrations of this room make; `npm run tables` reads it. */
export const jsonColumns = {
  'flow.definition': "import('#contract/flows/definition').FlowDefinition",
  'flow_run.cause': "import('#contract/flows/run').RunCause",
  'flow_run.checks': "import('#contract/flows/run').Judged[]",
  'flow_run.cursor': "import('#machines/flows/cursor').Cursor | null",
  'flow_trace.facts': "import('./run/traces.ts').TraceFacts",
  'flow_trial.definition': "import('#contract/flows/definition').FlowDefinition",
  'flow_trial.happened': "import('#contract/flows/trial').FlowOutcome | null",
  'flow_trial.in_force': "import('#contract/flows/trial').FlowOutcome | null",
  'flow_trial.in_force_definition': "import('#contract/flows/definition').FlowDefinition | null",
  'flow_trial.wanted': "import('#contract/flows/trial').FlowOutcome | null",
  'flow_trigger.spec': "import('#contract/flows/definition').Trigger",
  'flow_version.definition': "import('#contract/flows/definition').FlowDefinition",
}
