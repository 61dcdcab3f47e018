import { type FieldFaultKey, fieldFault } from '#contract/core/fieldFault'
import { planPackage } from '#contract/farm/planPackage'

interface Fault {
  readonly key: FieldFaultKey
  readonly params: Readonly<Record<string, number>>
}
/** What is wrong with the subplans of a form, by the place of the input: `0.tasks.2.days`. */
export function packageFaults(subplans: unknown): ReadonlyMap<string, Fault> {
  const { error } = planPackage.fields.subplans.schema.safeParse(subplans)
  const faults = new Map<string, Fault>()
  for (const issue of error?.issues ?? []) {
    const place = issue.path.join('.')
    const { key, params } = fieldFault(issue, subplans)
    if (!faults.has(place)) faults.set(place, { key, params })
  }
  return faults
}
