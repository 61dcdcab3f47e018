import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { createServer, type Socket } from 'node:net'

/** As in the announcements of cameras: H.264, and sound by G.711 beside it. */
const sdpOf = (sound: string) =>
  `v=0
o=- 1 1 IN IP4 192.0.2.2
s=Media Presentation
c=IN IP4 0.0.0.0
t=0 0
a=control:*
m=video 0 RTP/AVP 96
a=rtpmap:96 H264/90000
a=fmtp:96 packetization-mode=1
a=control:trackID=1
${sound && `${sound}\na=control:trackID=2\n`}`.replaceAll(/\r?\n/g, '\r\n')
export const PCMA = 'm=audio 0 RTP/AVP 8\r\na=rtpmap:8 PCMA/8000'

export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}
/** What it answers otherwise than usual: lines behind the version, or null. */
export type Otherwise = (asked: Asked, nth: number) => readonly string[] | null

export interface RtspDouble {
  readonly port: number
  readonly asked: Asked[]
  /** Whether its sound is sent. */
  speaks: boolean
  readonly close: () => void
}

/** A camera of RTSP whose pictures are colour bars, and whose tone of 440 Hz is sent only while `speaks`. */
export async function rtspDouble({
  sound = PCMA,
  speaks = false,
  otherwise = () => null,
  timeout = 60,
}: {
  sound?: string
  speaks?: boolean
  otherwise?: Otherwise
  /** How long it waits for a word, s. */
  timeout?: number
} = {}): Promise<RtspDouble> {
  const playing = new Set<Socket>()
  const sockets = new Set<Socket>()
  const double: { -readonly [key in keyof RtspDouble]: RtspDouble[key] } = { port: 0, asked: [], speaks, close }
  let child: ChildProcess | null = null
  const tracks = [createSocket('udp4'), createSocket('udp4')]

  const ports = await Promise.all(
    tracks.map((track, nth) => {
      track.on('message', (packet) => {
        if (nth === 1 && !double.speaks) return
        const head = Buffer.from([0x24, nth * 2, packet.length >> 8, packet.length & 255])
        for (const socket of playing) if (!socket.writableNeedDrain) socket.write(Buffer.concat([head, packet]))
      })
      return new Promise<number>((resolve) => track.bind(0, '127.0.0.1', () => resolve(track.address().port)))
    }),
  )
  function begin(): void {
    child ??= spawn(
      'ffmpeg',
      [
        ['-loglevel', 'error', '-re', '-f', 'lavfi', '-i', 'smptebars=size=640x360:rate=15'],
        ['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=8000'],
        ['-map', '0:v', '-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '15', '-pix_fmt', 'yuv420p'],
        ['-x264-params', 'repeat-headers=1', '-payload_type', '96', '-f', 'rtp', `rtp://127.0.0.1:${ports[0]}?pkt_size=1200`],
        ['-map', '1:a', '-c:a', 'pcm_alaw', '-f', 'rtp', `rtp://127.0.0.1:${ports[1]}?pkt_size=172`],
      ].flat(),
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
  }

  function answer({ method, url, headers }: Asked, socket: Socket): readonly string[] {
    if (method === 'OPTIONS') return ['200 OK', 'Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN, GET_PARAMETER']
    if (method === 'DESCRIBE') {
      const sdp = sdpOf(sound)
      return ['200 OK', `Content-Base: ${url}/`, 'Content-Type: application/sdp', `Content-Length: ${sdp.length}`, '', sdp]
    }
    if (method === 'SETUP') return ['200 OK', `Session: 12345;timeout=${timeout}`, `Transport: ${headers['transport'] ?? ''}`]
    if (method === 'PLAY') {
      begin()
      setImmediate(() => playing.add(socket))
    }
    return ['200 OK', 'Session: 12345']
  }
  const server = createServer((socket) => {
    let text = ''
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      playing.delete(socket)
    })
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      for (;;) {
        // Reports that come between the requests are passed over.
        while (text.startsWith('$') && text.length >= 4) text = text.slice(4 + text.charCodeAt(2) * 256 + text.charCodeAt(3))
        const end = text.indexOf('\r\n\r\n')
        if (end < 0) return
        const [first = '', ...lines] = text.slice(0, end).split('\r\n')
        text = text.slice(end + 4)
        const [method = '', url = ''] = first.split(' ')
        const headers = Object.fromEntries(
          lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
        )
        const one = { method, url, headers }
        double.asked.push(one)
        const [status, ...rest] = otherwise(one, double.asked.length) ?? answer(one, socket)
        const at = rest.indexOf('')
        const head = at < 0 ? rest : rest.slice(0, at)
        const body = at < 0 ? '' : rest[at + 1]!
        socket.write([`RTSP/1.0 ${status}`, `CSeq: ${headers['cseq'] ?? ''}`, ...head, '', body].join('\r\n'))
      }
    })
  })
  function close(): void {
    child?.kill('SIGKILL')
    for (const track of tracks) track.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  double.port = (server.address() as { port: number }).port
  return double
}
