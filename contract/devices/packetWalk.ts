/** What the length field of an MQTT packet can say at most: four bytes of seven bits. */
const LAST_FACTOR = 128 ** 4

/** Walks a stream of MQTT packets by their fixed headers; its bytes may come cut anywhere. */
export class PacketWalk {
  private toSkip = 0
  private inLength = false
  private factor = 1
  private announced = 0

  /** The bytes after the fixed header of the packet that was begun last, as far as its header was fed. */
  get length(): number {
    return this.announced
  }

  /** Whether a packet ended with the bytes that were fed last. */
  get atEdge(): boolean {
    return this.toSkip === 0 && !this.inLength
  }

  /** False at the first header that announces more than `limit()` bytes, or that is none: there is no way on from there. */
  feed(bytes: Uint8Array, limit: () => number = () => Infinity): boolean {
    for (let at = 0; at < bytes.length;) {
      if (this.toSkip > 0) {
        const step = Math.min(this.toSkip, bytes.length - at)
        this.toSkip -= step
        at += step
      } else if (!this.inLength) {
        this.inLength = true
        this.announced = 0
        this.factor = 1
        at++
      } else {
        const byte = bytes[at++]!
        this.announced += (byte & 127) * this.factor
        this.factor *= 128
        if (this.announced > limit() || this.factor > LAST_FACTOR) return false
        if ((byte & 128) === 0) {
          this.inLength = false
          this.toSkip = this.announced
        }
      }
    }
    return true
  }
}
