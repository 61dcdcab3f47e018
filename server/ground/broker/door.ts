/**
 * The one door to MQTT: everything that the server says to or hears of devices and consoles passes here, so that an outside broker
 * can take the embedded one's place.
 */
export interface BrokerDoor {
  /** Publishes QoS 0, never retained (live topics), without waiting. */
  say(topic: string, payload: string): void
  /**
   * Publishes to a device at QoS 1, only while it is connected and only before `expires` (ms UTC); answers whether it left.
   */
  tell(device: { tenantId: number; eui: string }, topic: string, payload: string, expires: number): Promise<boolean>
  /** Whether this device would be told the command, but for its protocol or mapping, in which nothing says it; `payload` as of `tell`. */
  lacksWords(device: { tenantId: number; eui: string }, payload: string): boolean
  /** How long this device may take to answer a command that has left, ms: what its network holds back is no silence. */
  patienceWith(device: { tenantId: number; eui: string }): number
  /** Whether any connection of this device is open. */
  isConnected(device: { tenantId: number; eui: string }): boolean
  /** Closes every connection of a device: its secret or its being has changed. */
  dropDevice(device: { tenantId: number; eui: string }): void
  /** Notes that a device is there, though it says nothing here itself: it was asked, and answered. */
  hear(device: { tenantId: number; eui: string }): Promise<void>
  /** Reads anew what is done with the readings of a device, so that it holds for its next message; other servers hear of it by themselves. */
  learn(deviceId: number): Promise<void>
  /** Closes every console connection of a session that was revoked. */
  dropSession(sessionId: string): void
  /** Ends console connections whose token is no longer good, or whose user's grant no longer opens what they listen to. */
  recheckUser(userId: number): Promise<void>
  /** The users with an open console that listens to something of this tenant. */
  listeners(tenantId: number | 'every'): readonly number[]
  close(): Promise<void>
}
