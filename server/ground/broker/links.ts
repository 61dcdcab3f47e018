import { childOf, type Eui, keyOf, type KnownDevice } from './knownDevice.ts'

/** Which known device stands behind which known gateway. */
export interface Links {
  /** Puts a device where its row has it: behind its gateway where that one is known, and in the place of an older object of its name. */
  place(device: KnownDevice): void
  /** Ends what a gateway may say for it. */
  part(child: KnownDevice): void
  /** A device is no longer known itself, and speaks for nobody. That it stands behind its gateway holds until the gateway is read anew. */
  leave(device: KnownDevice): void
  /** The gateway that may speak for the enabled device of this name now. */
  speakerFor(name: Eui): { gateway: KnownDevice; child: KnownDevice } | undefined
}

export function createLinks(): Links {
  const byId = new Map<number, KnownDevice>()
  const gateways = new Map<string, KnownDevice>()

  function part(child: KnownDevice): void {
    const key = keyOf(child)
    const gateway = gateways.get(key)
    if (gateway?.children.get(child.eui) === child) gateway.children.delete(child.eui)
    gateways.delete(key)
  }

  return {
    place(device) {
      byId.set(device.id, device)
      const key = keyOf(device)
      const gateway = device.parentId === null ? undefined : byId.get(device.parentId)
      const old = gateways.get(key)
      if (old && old !== gateway) {
        old.children.delete(device.eui)
        gateways.delete(key)
      }
      if (gateway && gateway.tenantId === device.tenantId) {
        gateway.children.set(device.eui, device)
        gateways.set(key, gateway)
      }
    },
    part,
    leave(device) {
      if (byId.get(device.id) === device) byId.delete(device.id)
      for (const child of device.children.values()) if (gateways.get(keyOf(child)) === device) gateways.delete(keyOf(child))
      device.children.clear()
    },
    speakerFor(name) {
      const gateway = gateways.get(keyOf(name))
      const child = gateway && childOf(gateway, name.eui)
      return child && gateway.enabled ? { gateway, child } : undefined
    },
  }
}
