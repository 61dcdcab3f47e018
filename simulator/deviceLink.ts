import { type DemoDevice, demoSecret } from '#demo/farm'
import { commandTopic, onlineTopic } from '#contract/devices/protocol'
import type { Line, LineEvents } from './line.ts'
import { Link, type LinkOptions } from './link.ts'

/** Where devices connect to, and how they come back. */
export interface LinkSettings extends Pick<LinkOptions, 'url' | 'random' | 'retry'> {}

/** A device's last word, also where it vanishes. */
export const goodbyeOf = ({ tenantId, eui }: DemoDevice) => ({ topic: onlineTopic.of({ tenantId, eui }), payload: '0' })

/** A connection of a device under its own name, which listens to its commands and to `further` filters. */
export const deviceLink =
  (device: DemoDevice, { url, random, retry }: LinkSettings, further: readonly string[] = []) =>
  (events: LineEvents): Line => {
    const { tenantId, eui } = device
    return new Link({
      url,
      random,
      retry,
      clientId: `furrow-simulator-${tenantId}-${eui}-${process.pid}`,
      username: `${tenantId}/${eui}`,
      password: demoSecret(eui),
      will: goodbyeOf(device),
      subscriptions: [commandTopic.of({ tenantId, eui, commandId: '+' }), ...further],
      onUp: () => {
        events.onUp()
      },
      onDown: () => {
        events.onDown()
      },
      onMessage: (topic, payload) => {
        events.onMessage(topic, payload)
      },
    })
  }
