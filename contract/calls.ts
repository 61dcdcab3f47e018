import { areas, type CallGroups } from './areas.ts'
import type { AnyCall } from './core/call.ts'

export type { CallGroups } from './areas.ts'

const groups: [string, Record<string, AnyCall>][] = Object.values(areas).flatMap(({ calls: own }) =>
  Object.entries<Record<string, AnyCall>>(own),
)
const twice = groups.find(([name], at) => groups.findIndex(([other]) => other === name) < at)
if (twice) throw new Error(`two areas bring calls of the name ${twice[0]}`)

/** Every call, by the name of its group: the operation id in OpenAPI is `<group>.<name>`. */
export const callGroups = Object.fromEntries(groups) as unknown as CallGroups

export const calls: readonly (AnyCall & { readonly name: string })[] = groups.flatMap(([group, members]) =>
  Object.entries(members).map(([name, call]) => ({ ...call, name: `${group}.${name}` })),
)
