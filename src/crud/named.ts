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
  // Letter by letter, else in another form: two names that differ in their capitals are two.
  for (const form of [String, folded]) {
    const isIt = (text: string) => form(text) === form(name)
    const titled = used.filter(({ title }) => isIt(title))
    const found = titled.length > 0 ? titled : used.filter(({ codes = [] }) => codes.some(isIt))
    if (found.length > 0) return found.length === 1 ? { value: found[0]!.id, label: found[0]!.title } : null
  }
  return null
}
