// A bare server of camera pictures, in a process of its own: one ffmpeg for each connection, its bytes handed on as they come. Says its port.
import { spawn } from 'node:child_process'
import { WebSocketServer } from 'ws'
import { outputOf } from '#server/cameras/stream/encoder'

const source = process.env['SOURCE']!
const input = ['-hide_banner', '-loglevel', 'error', '-rtsp_transport', 'tcp', '-analyzeduration', '1500000', '-i', source]
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
server.on('connection', (socket) => {
  const ffmpeg = spawn('ffmpeg', [...input, ...outputOf('sd')], { stdio: ['ignore', 'pipe', 'ignore'] })
  ffmpeg.stdout.on('data', (chunk: Buffer) => socket.send(chunk))
  socket.on('error', () => undefined)
  socket.on('close', () => ffmpeg.kill('SIGKILL'))
})
server.on('listening', () => process.send!({ port: (server.address() as { port: number }).port }))
process.on('disconnect', () => process.exit())
