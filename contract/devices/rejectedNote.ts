import { z } from 'zod'

/** A value as a device sent it, told by its kind; `text` is its beginning, where the kind alone does not say it. */
const said = z.object({
  kind: z.enum(['null', 'array', 'object', 'text', 'flag', 'number', 'tooLarge']),
  text: z.string(),
})
export type Said = z.infer<typeof said>

const reading = z.number().nullable()

/**
 * One thing that was wrong with a message: which sentence says it, and what stands in it. The sentence is the reader's: the console has
 * it in each language (`devices:rejected.notes`). Moments are ms UTC.
 */
export const rejectedNote = z.discriminatedUnion('code', [
  /** The JSON ends too early; a character that does not belong there; neither can be told. */
  z.object({ code: z.literal('jsonEnds') }),
  z.object({ code: z.literal('jsonToken'), token: z.string() }),
  z.object({ code: z.literal('jsonAt'), place: z.number() }),
  z.object({ code: z.literal('json') }),
  z.object({ code: z.literal('entries'), count: z.number(), limit: z.number() }),
  /** As of `entries`, of a gateway's message: devices, and readings of all of them together. */
  z.object({ code: z.literal('devices'), count: z.number(), limit: z.number() }),
  z.object({ code: z.literal('readings'), count: z.number(), limit: z.number() }),
  /** A gateway's message is an object of devices. */
  z.object({ code: z.literal('devicesWanted') }),
  /** The name of a device that does not stand behind the gateway. */
  z.object({ code: z.literal('notBehind'), name: z.string() }),
  /** It came by the connection of this gateway. */
  z.object({ code: z.literal('through'), name: z.string() }),
  z.object({ code: z.literal('object'), said }),
  z.object({ code: z.literal('valuesWanted') }),
  z.object({ code: z.literal('ts'), said }),
  z.object({ code: z.literal('number'), name: z.string(), said }),
  /** Text or a truth value where a reading stands: the state of a device has a topic of its own. */
  z.object({ code: z.literal('stateElsewhere'), name: z.string(), said }),
  z.object({ code: z.literal('seconds'), ts: z.number() }),
  z.object({ code: z.literal('microseconds'), ts: z.number() }),
  z.object({ code: z.literal('nanoseconds'), ts: z.number() }),
  z.object({ code: z.literal('tooOld'), at: z.number() }),
  z.object({ code: z.literal('ahead'), at: z.number(), now: z.number() }),
  /** Of a message whose other times are of now, by the clock of its device, which says `now`. */
  z.object({ code: z.literal('beyondNow'), at: z.number(), now: z.number() }),
  z.object({ code: z.literal('itemName'), name: z.string() }),
  z.object({ code: z.literal('items'), name: z.string(), limit: z.number() }),
  /** A reading under the code of an item that the server calculates. */
  z.object({ code: z.literal('calculated'), name: z.string() }),
  /** What the device sent, calibrated, is beyond what a number holds: it is stored as no value. */
  z.object({ code: z.literal('beyond'), name: z.string(), value: z.number() }),
  z.object({ code: z.literal('words'), name: z.string(), limit: z.number() }),
  /** Of a foreign protocol: a key that is empty, too long or no text. */
  z.object({ code: z.literal('key'), name: z.string(), limit: z.number() }),
  z.object({ code: z.literal('longWord'), name: z.string(), count: z.number(), limit: z.number() }),
  /** The value of a key that shows a circuit shows no status of it. */
  z.object({ code: z.literal('shows'), name: z.string(), circuit: z.number(), said }),
  /** A message of the protocol has other fields than those that it must have. */
  z.object({ code: z.literal('callForm') }),
  /** The bytes of an uplink end before those that an item is read from. */
  z.object({ code: z.literal('bytesEnd'), name: z.string(), count: z.number() }),
  z.object({ code: z.literal('base64') }),
  z.object({ code: z.literal('time'), said }),
  /** A payload of Sparkplug B is no protobuf of its schema, or goes beyond its limits. */
  z.object({ code: z.literal('protobuf') }),
  /** A metric is named by an alias that no birth has said. */
  z.object({ code: z.literal('alias'), name: z.string() }),
  z.object({ code: z.literal('metric'), name: z.string(), type: z.string() }),
  z.object({ code: z.literal('duplicate'), name: z.string(), at: z.number(), first: reading, second: reading }),
  z.object({ code: z.literal('circuits'), said }),
  z.object({ code: z.literal('circuit'), name: z.string(), limit: z.number() }),
  z.object({ code: z.literal('status'), circuit: z.number(), said }),
  z.object({ code: z.literal('onlineWord') }),
  z.object({ code: z.literal('answerForm') }),
  /** The database would not have it: its SQLSTATE. */
  z.object({ code: z.literal('database'), state: z.string() }),
  /** How often the same was refused within the minute. */
  z.object({ code: z.literal('times'), count: z.number() }),
  /** As many again of the same reason, which are not told one by one. */
  z.object({ code: z.literal('more'), count: z.number() }),
])
export type RejectedNote = z.infer<typeof rejectedNote>
