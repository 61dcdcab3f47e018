// Each chunk that arrives is one picture: what the library decodes is not what tests of a player look at.
class Decoder {
  waiting = 0
  readonly came: (() => void) | undefined
  constructor({ onVideoDecode }: { onVideoDecode?: () => void }) {
    this.came = onVideoDecode
  }
  connect() {}
  destroy() {}
  write() {
    this.waiting += 1
  }
  decode() {
    if (this.waiting === 0) return false
    this.waiting -= 1
    this.came?.()
    return true
  }
}
class TS {
  static readonly STREAM = { VIDEO_1: 1, AUDIO_1: 2 }
  video: Decoder | undefined
  connect(stream: number, to: Decoder) {
    if (stream === 1) this.video = to
  }
  write() {
    this.video?.write()
  }
}
class Renderer {
  resize() {}
  destroy() {}
}
class WASMModule {
  loadFromBuffer(_: ArrayBuffer, ready: (module: unknown) => void) {
    ready(this)
  }
}

/** Stands for the library: `vi.mock('jsmpeg-player', () => import('./jsmpegDouble.ts'))`. */
export default {
  Demuxer: { TS },
  Decoder: { MPEG1Video: Decoder, MPEG1VideoWASM: Decoder, MP2Audio: Decoder, MP2AudioWASM: Decoder },
  Renderer: { WebGL: Renderer, Canvas2D: Renderer },
  AudioOutput: { WebAudio: Object.assign(class {}, { IsSupported: () => false }) },
  WASMModule,
  WASM_BINARY_INLINED: '',
  Base64ToArrayBuffer: () => new ArrayBuffer(0),
}
