import type { ForeignProtocol } from '#contract/devices/mapping'
import { chirpstackSpeech } from './chirpstack/speech.ts'
import type { KnownDevice } from './knownDevice.ts'
import { sparkplugSpeech } from './sparkplug/speech.ts'
import type { Speech, Subscriptions } from './speech.ts'
import { thingsboardSpeech } from './thingsboard/speech.ts'

const speeches: Readonly<Record<ForeignProtocol, (device: KnownDevice, subscriptions: Subscriptions) => Speech>> = {
  thingsboard: thingsboardSpeech,
  chirpstack: chirpstackSpeech,
  sparkplug: sparkplugSpeech,
}

/** How a connection speaks that signed in by an access token: as the mapping of its device says. */
export const foreignSpeech = (device: KnownDevice, subscriptions: Subscriptions): Speech =>
  speeches[device.mapping.protocol](device, subscriptions)
