import type { Checks } from '#contract/flows/definition'
import type { Verdict } from '#contract/watch/condition'

/** What checks say together (Kleene): one `no` decides `all`, one `yes` decides `any`; else what is not known stays so. */
export function joined(join: Checks['join'], verdicts: readonly Verdict[]): Verdict {
  const [decides, else_]: [Verdict, Verdict] = join === 'all' ? ['no', 'yes'] : ['yes', 'no']
  if (verdicts.includes(decides)) return decides
  return verdicts.includes('unknown') ? 'unknown' : else_
}
