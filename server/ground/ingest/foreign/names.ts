import { childOf, type KnownDevice } from '../../broker/knownDevice.ts'

/** The device that a gateway means by a name: its EUI, else what that one alone is called. */
export function childNamed(gateway: KnownDevice, name: string): KnownDevice | undefined {
  const exact = childOf(gateway, name)
  if (exact) return exact
  let found: KnownDevice | undefined
  for (const child of gateway.children.values()) {
    if (!child.enabled || (child.mapping.calledBy ?? child.name) !== name) continue
    if (found) return undefined
    found = child
  }
  return found
}
