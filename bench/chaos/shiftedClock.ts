// Loaded into the server before its own code (--import): its clock can be set wrong from outside, like that of a machine that lost
// its time. Timers keep running at their own pace, as they do on such a machine.
const RealDate = Date
let offset = 0

class ShiftedDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + offset)
    else super(...(given as []))
  }
  static override now(): number {
    return RealDate.now() + offset
  }
}
globalThis.Date = ShiftedDate as DateConstructor

process.on('message', (message: { clockOffset?: number }) => {
  if (typeof message.clockOffset === 'number') offset = message.clockOffset
})
// A listener alone must not keep the process alive.
process.channel?.unref()
