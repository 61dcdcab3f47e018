/** A device's name on the wire. */
export interface Eui {
  readonly tenantId: number
  readonly eui: string
}

export const keyOf = (name: Eui): string => `${name.tenantId}/${name.eui}`

/** A collect item as the ingest knows it; `id` 0 until its row is committed. */
export interface KnownItem {
  id: number
  readonly device: KnownDevice
  readonly code: string
  /** The newest reading that was committed, ms UTC, and its place within that millisecond; -1 where there is none. */
  lastTs: number
  lastPlace: number
  /** The newest reading that consoles were told, which may be on its way into the database yet; -1 where there is none. */
  shownTs: number
  shownPlace: number
  /** The last time that the server's clock gave to a reading without one, and how many readings have it. */
  stampedTs: number
  stampedPlace: number
}

/** An item that has said nothing yet. */
export const unheardItem = (device: KnownDevice, code: string): KnownItem => ({
  id: 0,
  device,
  code,
  lastTs: -1,
  lastPlace: 0,
  shownTs: -1,
  shownPlace: 0,
  stampedTs: 0,
  stampedPlace: 0,
})

/** A device as broker, ingest, presence and commands share it: one object a device, refreshed in place. */
export interface KnownDevice {
  readonly id: number
  readonly tenantId: number
  readonly eui: string
  /** The row behind which it stands. */
  parentId: number | null
  areaId: number
  type: string
  name: string
  secretHash: string
  enabled: boolean
  demo: boolean
  /** How often it reports, ms. */
  period: number
  loadedAt: number
  /** By code. */
  readonly items: Map<string, KnownItem>
  /** The devices that stand behind it, by eui: those for which its connection may speak. */
  readonly children: Map<string, KnownDevice>
}

/** The enabled device of this name that stands behind the gateway. */
export function childOf(gateway: KnownDevice, eui: string): KnownDevice | undefined {
  const child = gateway.children.get(eui)
  return child?.enabled ? child : undefined
}
