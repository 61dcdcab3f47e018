import { folded } from '#contract/core/alike'
import { type ResourceName, resources } from '#contract/resources'
import { call, type CallFailure, isFailure } from '../api/call.ts'
import type { Option } from './option.ts'

/** More than one record of a name are none: nobody knows which is meant. */
const OFFERED = 20

/** The record in use that is called exactly so, by title or else by a code of its own; null where there is none, or more than one. */
export async function findNamed(
  target: ResourceName,
  name: string,
  narrowing: Readonly<Record<string, unknown>> = {},
): Promise<Option | null | CallFailure> {
  const answer = await call(resources[target].calls.options, { query: { ...narrowing, size: OFFERED, named: name } }, { quiet: true })
  if (isFailure(answer)) return answer
  const used = answer.content.filter(({ enabledFlag }) => enabledFlag === 1)
  const isIt = (text: string) => folded(text) === folded(name)
  const titled = used.filter(({ title }) => isIt(title))
  const found = titled.length > 0 ? titled : used.filter(({ codes = [] }) => codes.some(isIt))
  return found.length === 1 ? { value: found[0]!.id, label: found[0]!.title } : null
}
