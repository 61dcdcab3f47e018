/** What of the player's parts is used; it brings no types. Its own player is not: it listens for ever, and may start after it was destroyed. */
declare module 'jsmpeg-player' {
  export interface Sink {
    write(pts: number, buffers: readonly Uint8Array[]): void
  }
  export interface Decoder<To> extends Sink {
    connect(destination: To): void
    /** Decodes one frame and hands it on; whether there was a whole one. */
    decode(): boolean
    destroy(): void
  }
  export interface Renderer {
    resize: (width: number, height: number) => void
    /** Which textures hold a picture; of WebGL alone. */
    hasTextureData?: Record<number, boolean>
    destroy(): void
  }
  export interface AudioOut {
    readonly context: AudioContext
    readonly destination: GainNode
    readonly enqueuedTime: number
    volume: number
    enabled: boolean
    unlock(done?: () => void): void
    resetEnqueuedTime(): void
    destroy(): void
  }
  export interface WasmModule {
    loadFromBuffer(buffer: ArrayBuffer, ready: (module: WasmModule | null) => void): void
  }
  export interface Options {
    streaming: true
    decodeFirstFrame?: boolean
    wasmModule?: WasmModule
    canvas?: HTMLCanvasElement
    preserveDrawingBuffer?: boolean
    onVideoDecode?: () => void
  }
  export interface Parts {
    Demuxer: {
      TS: {
        new (options: Options): { connect(stream: number, to: Sink): void; write(data: ArrayBuffer): void }
        readonly STREAM: { readonly VIDEO_1: number; readonly AUDIO_1: number }
      }
    }
    Decoder: Record<'MPEG1Video' | 'MPEG1VideoWASM', new (options: Options) => Decoder<Renderer>> &
      Record<'MP2Audio' | 'MP2AudioWASM', new (options: Options) => Decoder<AudioOut>>
    Renderer: Record<'WebGL' | 'Canvas2D', new (options: Options) => Renderer>
    AudioOutput: { WebAudio: (new (options: Options) => AudioOut) & { IsSupported(): unknown } }
    WASMModule: new () => WasmModule
    WASM_BINARY_INLINED: string
    Base64ToArrayBuffer(text: string): ArrayBuffer
  }
  const parts: Parts
  export default parts
}
