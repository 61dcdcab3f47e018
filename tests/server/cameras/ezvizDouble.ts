import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface DoubleDevice {
  /** Of which application. */
  readonly appKey: string
  status: 0 | 1
  isEncrypted: boolean
  turns: boolean
}
type Form = Readonly<Record<string, string>>
/** What answers instead of the cloud; true: it did. */
type Instead = (path: string, request: IncomingMessage, response: ServerResponse) => boolean

export interface EzvizDouble {
  readonly url: string
  readonly port: number
  /** What it was told beside tokens, in order: `<path> <what counts>`. */
  readonly told: string[]
  /** By application: how many tokens were given. */
  readonly tokens: Record<string, number>
  readonly devices: Map<string, DoubleDevice>
  instead: Instead | null
  /** Where the picture is said to be; null: here. */
  liveUrl: string | null
  /** Ends every token, or says that new ones live for so long, ms. */
  expire(): void
  life: number
  readonly close: () => void
}

const DIRECTIONS = 12

/**
 * The open platform of Ezviz as its public reference has it: it judges the form, the keys and the token, knows devices by application, and
 * shows colour bars as FLV that `program` (ffmpeg) makes.
 */
export async function ezvizDouble(program: string, apps: Readonly<Record<string, string>>): Promise<EzvizDouble> {
  const given = new Map<string, { appKey: string; until: number }>()
  const children = new Set<ChildProcess>()
  let nth = 0

  function lapp(path: string, form: Form): { code: string; msg: string; data?: object; page?: object } {
    const say = (code: string, data?: object) => ({
      code,
      msg: code === '200' ? 'Operation succeeded' : 'failed',
      ...(data ? { data } : {}),
    })
    if (path === 'token/get') {
      if (!form['appKey'] || !form['appSecret']) return say('10001')
      if (!(form['appKey'] in apps)) return say('10017')
      if (apps[form['appKey']] !== form['appSecret']) return say('10030')
      const accessToken = `at.${form['appKey']}.${++nth}`
      const until = Date.now() + double.life
      given.set(accessToken, { appKey: form['appKey'], until })
      double.tokens[form['appKey']] = (double.tokens[form['appKey']] ?? 0) + 1
      return say('200', { accessToken, expireTime: until })
    }
    const token = given.get(form['accessToken'] ?? '')
    if (!token || token.until < Date.now()) return say('10002')
    if (path === 'device/list') {
      const own = [...double.devices].filter(([, { appKey }]) => appKey === token.appKey)
      const [page, size] = [Number(form['pageStart']), Number(form['pageSize'])]
      if (!(size > 0 && size <= 50)) return say('10001')
      const rows = own.slice(page * size, (page + 1) * size).map(([deviceSerial, { status }]) => ({ deviceSerial, status }))
      return { ...say('200', rows), page: { total: own.length, page, size } }
    }
    const serial = form['deviceSerial'] ?? ''
    if (serial !== serial.toUpperCase()) return say('20014')
    const device = double.devices.get(serial)
    if (device?.appKey !== token.appKey) return say('20002')
    if (form['channelNo'] !== '1') return say('20032')
    const tell = (what: string) => double.told.push(`${path} ${serial}${what}`)
    switch (path) {
      case 'device/info':
        return say('200', { deviceSerial: serial, status: device.status, isEncrypt: device.isEncrypted ? 1 : 0 })
      case 'device/capacity':
        return say('200', { support_ptz: device.turns ? '1' : '0', ptz_left_right: device.turns ? '1' : '0' })
      case 'v2/live/address/get': {
        tell(` ${form['protocol']} ${form['quality']} ${form['gbchannel'] ?? '-'}`)
        if (device.status === 0) return say('20007')
        if (device.isEncrypted) return say('60019')
        return say('200', {
          id: '1',
          url: double.liveUrl ?? `${double.url}/live/${serial}.flv?t=secret`,
          expireTime: '2030-01-01 00:00:00',
        })
      }
      case 'device/ptz/start':
        if (!device.turns) return say('60000')
        if (!(Number(form['direction']) >= 0 && Number(form['direction']) < DIRECTIONS) || form['speed'] !== '1') return say('10001')
        tell(` ${form['direction']}`)
        return say('200')
      case 'device/ptz/stop':
        tell(` ${form['direction'] ?? '-'}`)
        return say('200')
      case 'device/preset/add':
        if (!device.turns) return say('60000')
        tell('')
        return say('200', { index: 3 })
      case 'device/preset/move':
      case 'device/preset/clear':
        tell(` ${form['index']}`)
        return say(form['index'] === '3' ? '200' : '60013')
      default:
        return say('404')
    }
  }
  /** Colour bars, as fast as a camera makes them. */
  function show(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'video/x-flv' })
    const made = ['-f', 'lavfi', '-i', 'smptebars=size=320x240:rate=10', '-c:v', 'flv', '-g', '5', '-q:v', '4', '-f', 'flv', 'pipe:1']
    const child = spawn(program, ['-loglevel', 'quiet', '-re', ...made], { stdio: ['ignore', 'pipe', 'ignore'] })
    children.add(child)
    child.stdout!.pipe(response)
    response.on('close', () => child.kill('SIGKILL'))
    child.on('exit', () => children.delete(child))
  }

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://double').pathname
    if (double.instead?.(path, request, response)) return
    if (request.method === 'GET' && path.startsWith('/live/')) return show(response)
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const isForm = request.method === 'POST' && request.headers['content-type'] === 'application/x-www-form-urlencoded'
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()))
      const answer = isForm ? lapp(path.replace('/api/lapp/', ''), form) : { code: '10001', msg: 'no form' }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as { port: number }
  const double: EzvizDouble = {
    url: `http://127.0.0.1:${port}`,
    port,
    told: [],
    tokens: {},
    devices: new Map(),
    instead: null,
    liveUrl: null,
    life: 7 * 86_400_000,
    expire: () => given.clear(),
    close() {
      for (const child of children) child.kill('SIGKILL')
      server.closeAllConnections()
      server.close()
    },
  }
  return double
}
