import { isIP } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { PANORAMA_MAX_MB } from '#contract/media/limits'
import { StartFailure } from './startFailure.ts'

/** The configuration of a server process, checked at start. Every setting is optional; see README. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly mqttPort: number
  /** The proxies whose X-Forwarded-For is believed: addresses and networks (`10.0.0.0/8`). */
  readonly trustProxy: readonly string[]
  readonly dataDir: string
  /** Owner connection: migrations and seed. Of the product's own cluster, or DATABASE_URL. */
  readonly databaseUrl: string
  readonly demo: boolean
  readonly tiles: readonly { name: string; url: string; crs: 'WGS84' | 'GCJ02' | 'BD09'; attribution: string }[]
  readonly weather: { readonly url: string | null; readonly key: string | null }
  /** The service that sends text messages; null: codes stand in the log. */
  readonly sms: { readonly url: string | null; readonly key: string | null }
  /** By which other service (OpenID Connect) people may sign in, too; null: by none. */
  readonly oidc: OidcConfig | null
  /** How people are told of alarms outside of the console. */
  readonly alarms: {
    /** `host:port` of services of the own network that a webhook may name; all other addresses that are not public are refused. */
    readonly allow: readonly string[]
    /** Where mail goes out, and in whose name; null: there is no mail. */
    readonly smtp: { readonly url: string; readonly from: string } | null
  }
  readonly cameras: {
    /** `host:port` that a camera may be reached at though it lies on this host or beside it (loopback, link-local). */
    readonly allow: readonly string[]
    /** How many pictures are made at once, at most: one a camera and quality that somebody watches. */
    readonly streams: number
    /** Where the open platform of Ezviz is asked. */
    readonly ezvizUrl: string
    /** Where cameras of ONVIF are asked for, by UDP; `interfaces`: the server's own addresses that it is sent from, null for all of them. Null: nowhere. */
    readonly discovery: { readonly address: string; readonly port: number; readonly interfaces: readonly string[] | null } | null
    /** How many cameras are recorded at once, at most. */
    readonly recordings: number
    /** How many recordings are watched at once, at most. */
    readonly playbacks: number
  }
  /** Who is told, so often (ms), that this server is well; null: nobody. */
  readonly heartbeat: { readonly url: string; readonly every: number } | null
  /** How long what only grows is kept, in milliseconds: measured values, what devices did (commands, presence), messages of users, the audit trail, alarms that are over. */
  readonly retention: {
    readonly readings: number
    readonly logs: number
    readonly messages: number
    readonly audit: number
    readonly alarms: number
  }
  /** Where devices reach this server by HTTP; null: at HTTP's port of the host that they speak MQTT with. */
  readonly publicUrl: string | null
  /** What tells insects apart; null where no model is installed. */
  readonly insectModel: InsectModelConfig | null
  readonly files: {
    /** The largest panorama, in MB. */
    readonly panoramaMaxMb: number
    /** What all files of one tenant may hold together, in MB; null for no end. */
    readonly quotaMb: number | null
    /** Where files are kept; null for the data directory. */
    readonly s3: S3Config | null
  }
}

/** A service that knows people, and what it knows this one by. */
export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What the button of the sign-in page calls it. */
  readonly label: string
  /** The sign-in page of this server, as the service has it registered. */
  readonly redirectUrl: string
  /** A second factor that it says it asked for (`amr`) is one here, too. */
  readonly trustAmr: boolean
}

/** A classifier in ONNX: one input of pictures of `input` x `input` pixels (RGB, 0 to 1, channels first), one output of a figure a label. */
export interface InsectModelConfig {
  readonly file: string
  /** A text file, a label a line. */
  readonly labels: string
  readonly input: number
  /** The folder in whose node_modules onnxruntime-node is. */
  readonly runtime: string
}

/** A bucket of an S3-compatible store, addressed by path. */
export interface S3Config {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly key: string
  readonly secret: string
}

/** Satellite pictures of three providers, each in the coordinates that it uses. */
export const DEFAULT_TILES: Config['tiles'] = [
  {
    name: 'Esri',
    url: 'https://server.arcgisonline.com/ArcGIS/rest/services/World_Imagery/MapServer/tile/{z}/{y}/{x}',
    crs: 'WGS84',
    attribution: 'Esri, Maxar, Earthstar Geographics',
  },
  { name: 'Amap', url: 'https://webst0{1-4}.is.autonavi.com/appmaptile?style=6&x={x}&y={y}&z={z}', crs: 'GCJ02', attribution: 'AutoNavi' },
  {
    name: 'Baidu',
    url: 'https://maponline{0-3}.bdimg.com/starpic/?qt=satepc&u=x={x};y={y};z={z};v=009;type=sate&fm=46',
    crs: 'BD09',
    attribution: 'Baidu',
  },
]
const DAY = 86_400_000
/** Five years, two years, one year, three years, two years. */
export const DEFAULT_RETENTION: Config['retention'] = {
  readings: 1826 * DAY,
  logs: 730 * DAY,
  messages: 365 * DAY,
  audit: 1095 * DAY,
  alarms: 730 * DAY,
}
/** The audit trail is kept at least this long, days: the database lets nothing younger go (its migration audit_entry). */
const LEAST_AUDIT_DAYS = 180
const OPEN_METEO = 'https://api.open-meteo.com'
const EZVIZ_URL = 'https://open.ys7.com'
const QWEATHER = 'https://devapi.qweather.com'

const tileList = z
  .array(
    z.object({
      name: z.string().min(1).max(60),
      url: z.string().regex(/^(https?:\/\/|\/)/),
      crs: z.enum(['WGS84', 'GCJ02', 'BD09']),
      attribution: z.string().max(300).default(''),
    }),
  )
  .max(20)

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the configuration from the environment. Throws StartFailure, in one line that names the setting, where one is not right. */
export function loadConfig(environment: Environment): Config {
  // An empty setting counts as none: that is how a shell or a unit file takes one back.
  const setting = (name: string) => environment[name]?.trim() || undefined
  const host = setting('HOST') ?? '127.0.0.1'
  if (isIP(host) === 0 && !/^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(host))
    throw new StartFailure(`HOST is "${host}", which is neither an address nor a host name`)
  return {
    port: portOf('PORT', setting('PORT'), 8080),
    host,
    mqttPort: portOf('MQTT_PORT', setting('MQTT_PORT'), 1883),
    trustProxy: proxiesOf(setting('TRUST_PROXY')),
    dataDir: setting('DATA_DIR') ?? '.data',
    databaseUrl: databaseUrlOf(setting('DATABASE_URL')),
    demo: demoOf(setting('DEMO'), host),
    tiles: tilesOf(setting('TILES')),
    weather: weatherOf(setting('WEATHER_URL'), setting('WEATHER_KEY')),
    sms: smsOf(setting('SMS_URL'), setting('SMS_KEY')),
    oidc: oidcOf(setting),
    alarms: {
      allow: allowOf('ALARM_WEBHOOK_ALLOW', setting('ALARM_WEBHOOK_ALLOW')),
      smtp: smtpOf(setting('SMTP_URL'), setting('SMTP_FROM')),
    },
    cameras: {
      allow: allowOf('CAMERA_ALLOW', setting('CAMERA_ALLOW')),
      streams: countOf('CAMERA_STREAMS', setting('CAMERA_STREAMS'), CAMERA_STREAMS, 1),
      ezvizUrl: ezvizUrlOf(setting('EZVIZ_URL')),
      discovery: discoveryOf(setting('CAMERA_DISCOVERY')),
      recordings: countOf('CAMERA_RECORDINGS', setting('CAMERA_RECORDINGS'), CAMERA_RECORDINGS, 0),
      playbacks: countOf('CAMERA_PLAYBACKS', setting('CAMERA_PLAYBACKS'), CAMERA_PLAYBACKS, 0),
    },
    heartbeat: heartbeatOf(setting('HEARTBEAT_URL'), setting('HEARTBEAT_SECONDS')),
    retention: {
      readings: daysOf('RETENTION_DAYS', setting('RETENTION_DAYS'), DEFAULT_RETENTION.readings),
      logs: daysOf('LOG_RETENTION_DAYS', setting('LOG_RETENTION_DAYS'), DEFAULT_RETENTION.logs),
      messages: daysOf('MESSAGE_RETENTION_DAYS', setting('MESSAGE_RETENTION_DAYS'), DEFAULT_RETENTION.messages),
      audit: daysOf('AUDIT_RETENTION_DAYS', setting('AUDIT_RETENTION_DAYS'), DEFAULT_RETENTION.audit, LEAST_AUDIT_DAYS),
      alarms: daysOf('ALARM_RETENTION_DAYS', setting('ALARM_RETENTION_DAYS'), DEFAULT_RETENTION.alarms),
    },
    publicUrl: publicUrlOf(setting('PUBLIC_URL')),
    insectModel: insectModelOf(setting),
    files: {
      panoramaMaxMb: panoramaMaxOf(setting('PANORAMA_MAX_MB')),
      quotaMb: quotaOf(setting('FILES_QUOTA_MB')),
      s3: s3Of(setting),
    },
  }
}

function portOf(name: string, given: string | undefined, usual: number): number {
  if (given == null) return usual
  const port = Number(given)
  if (!/^\d{1,5}$/.test(given) || port > 65_535)
    throw new StartFailure(`${name} is "${given}", and must be a port: a whole number from 0 (any free one) to 65535`)
  return port
}

const PROXY_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  private: ['127.0.0.0/8', '::1', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Nobody is trusted unless he is named: whoever is could claim to be any address. */
function proxiesOf(given: string | undefined): readonly string[] {
  if (given == null || given.toLowerCase() === 'off') return []
  return given.split(/[\s,]+/).flatMap((one) => {
    const network = PROXY_NETWORKS[one.toLowerCase()]
    if (network) return network
    const [address = '', bits, ...more] = one.split('/')
    const family = isIP(address)
    const isNetwork = bits == null || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
    if (family === 0 || !isNetwork || more.length > 0)
      throw new StartFailure(
        `TRUST_PROXY is "${given}", and must be off or name the proxies: addresses, networks such as 10.0.0.0/8, loopback or private`,
      )
    return [one]
  })
}

function databaseUrlOf(given: string | undefined): string {
  if (given == null)
    throw new StartFailure(
      'DATABASE_URL is missing: npm start gives the server its own database, and a server that is started alone needs one',
    )
  const url = URL.canParse(given) ? new URL(given) : null
  if (url == null || !['postgres:', 'postgresql:'].includes(url.protocol) || url.pathname.length < 2)
    throw new StartFailure('DATABASE_URL must look like postgres://user:password@host:5432/database')
  return given
}

export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** Accounts with a password that everybody knows are on by default only where nobody else can reach them. */
function demoOf(given: string | undefined, host: string): boolean {
  const word = given?.toLowerCase()
  if (word === 'on' || word === '1' || word === 'true') return true
  if (word === 'off' || word === '0' || word === 'false') return false
  if (word != null) throw new StartFailure(`DEMO is "${given}", and must be on or off`)
  if (!isLoopback(host))
    throw new StartFailure(
      `HOST is ${host}, which others can reach: say DEMO=off for a farm of your own, or DEMO=on to open the demo accounts, whose password is public`,
    )
  return true
}

function tilesOf(given: string | undefined): Config['tiles'] {
  if (given == null) return DEFAULT_TILES
  if (given.toLowerCase() === 'off') return []
  let parsed: unknown
  try {
    parsed = JSON.parse(given)
  } catch {
    throw new StartFailure('TILES must be off, or a JSON array of {"name","url","crs","attribution"}')
  }
  const tiles = tileList.safeParse(parsed)
  if (!tiles.success) {
    const issue = tiles.error.issues[0]!
    throw new StartFailure(
      `TILES is not right at ${issue.path.join('.') || 'its start'}: ${issue.message} (crs is WGS84, GCJ02 or BD09; url starts with http or /)`,
    )
  }
  return tiles.data
}

function weatherOf(url: string | undefined, key: string | undefined): Config['weather'] {
  if (url?.toLowerCase() === 'off') return { url: null, key: null }
  if (url != null && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new StartFailure(`WEATHER_URL is "${url}", and must be off or an http address`)
  return { url: (url ?? (key == null ? OPEN_METEO : QWEATHER)).replace(/(?<!\/)\/+$/, ''), key: key ?? null }
}

function smsOf(url: string | undefined, key: string | undefined): Config['sms'] {
  // The address may carry a key: it is not repeated.
  if (url != null && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new StartFailure('SMS_URL must be an http address that takes {"phone","code","text"} as JSON')
  return { url: url ?? null, key: key ?? null }
}

/** A client secret and who somebody is go to it: without TLS only to this machine. */
function oidcOf(setting: (name: string) => string | undefined): OidcConfig | null {
  const [issuer, clientId, clientSecret] = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'].map(setting)
  if (issuer == null && clientId == null && clientSecret == null) return null
  if (issuer == null || clientId == null || clientSecret == null)
    throw new StartFailure('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all three, or none')
  const isSafe = (given: string) => {
    const url = URL.canParse(given) ? new URL(given) : null
    const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
    return url !== null && isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))
  }
  if (!isSafe(issuer)) throw new StartFailure('OIDC_ISSUER must be an https address without a name, a password or a query')
  const redirectUrl =
    setting('OIDC_REDIRECT_URL') ?? (setting('PUBLIC_URL') && `${setting('PUBLIC_URL')!.replace(/(?<!\/)\/+$/, '')}/login`)
  if (redirectUrl == null || !isSafe(redirectUrl) || !new URL(redirectUrl).pathname.endsWith('/login'))
    throw new StartFailure(
      'OIDC_REDIRECT_URL must be the https address of the sign-in page, such as https://farm.example/login; without it PUBLIC_URL says where that is',
    )
  const trusts = setting('OIDC_TRUST_AMR')?.toLowerCase() ?? 'off'
  if (trusts !== 'on' && trusts !== 'off') throw new StartFailure(`OIDC_TRUST_AMR is "${trusts}", and must be on or off`)
  const label = setting('OIDC_LABEL') ?? new URL(issuer).hostname
  return { issuer, clientId, clientSecret, label: label.slice(0, 40), redirectUrl, trustAmr: trusts === 'on' }
}

const isHttp = (url: string) => /^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')

function allowOf(name: string, given: string | undefined): readonly string[] {
  return (given ?? '').split(/[\s,]+/).flatMap((one) => {
    if (one === '') return []
    if (!/^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):\d{1,5}$/.test(one))
      throw new StartFailure(`${name} names "${one}", and must be a list of host:port, such as hooks.farm.lan:8443`)
    return [one.toLowerCase()]
  })
}

/** As many as are watched together on two cores. */
export const CAMERA_STREAMS = 16

const CAMERA_RECORDINGS = 8
const CAMERA_PLAYBACKS = 8

function ezvizUrlOf(given: string | undefined): string {
  if (given == null) return EZVIZ_URL
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new StartFailure('EZVIZ_URL must be the http address of an open platform of Ezviz, such as https://open.ys7.com')
  return url.href
}
function countOf(name: string, given: string | undefined, usual: number, least: number): number {
  const most = Number(given ?? usual)
  if (!Number.isInteger(most) || most < least || most > 256)
    throw new StartFailure(`${name} is "${given}", and must be a whole number from ${least} to 256`)
  return most
}

/** Where cameras of ONVIF listen, by WS-Discovery. */
const DISCOVERY = { address: '239.255.255.250', port: 3702, interfaces: null } as const

function discoveryOf(given: string | undefined): Config['cameras']['discovery'] {
  const word = given?.toLowerCase() ?? 'on'
  if (word !== 'on' && word !== 'off') throw new StartFailure(`CAMERA_DISCOVERY is "${given}", and must be on or off`)
  return word === 'on' ? DISCOVERY : null
}

/** The address holds a password: it is not repeated. */
function smtpOf(url: string | undefined, from: string | undefined): Config['alarms']['smtp'] {
  if (url == null && from == null) return null
  if (url == null || from == null) throw new StartFailure('SMTP_URL and SMTP_FROM belong together: set both, or none to send no mail')
  if (!/^smtps?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new StartFailure('SMTP_URL must look like smtp://user:password@host:587, or smtps:// for TLS from the start')
  // `name <address>`, or the address alone.
  const address = from.endsWith('>') ? from.slice(from.lastIndexOf('<') + 1, -1) : from
  if (/[\r\n]/.test(from) || !/^[^\s<>@]{1,64}@[^\s<>@]{1,255}$/.test(address))
    throw new StartFailure(`SMTP_FROM is "${from}", and must be a mail address, such as Furrow <alarms@farm.example>`)
  return { url, from }
}

const HEARTBEAT_SECONDS = 60

function heartbeatOf(url: string | undefined, seconds: string | undefined): Config['heartbeat'] {
  // The address is often a secret: it is not repeated.
  if (url != null && !isHttp(url)) throw new StartFailure('HEARTBEAT_URL must be an http address that is told that this server is well')
  const every = Number(seconds ?? HEARTBEAT_SECONDS)
  if (!Number.isInteger(every) || every < 10 || every > 86_400)
    throw new StartFailure(`HEARTBEAT_SECONDS is "${seconds}", and must be a whole number of seconds from 10 to 86400`)
  return url == null ? null : { url, every: every * 1000 }
}

/** A time to keep something, in milliseconds. Below a day the job, which runs once a day, could not keep its word. */
function daysOf(name: string, given: string | undefined, usual: number, least = 1): number {
  if (given == null) return usual
  const days = Number(given)
  if (!/^\d{1,5}$/.test(given) || days < least || days > 36_500)
    throw new StartFailure(`${name} is "${given}", and must be a whole number of days from ${least} to 36500`)
  return days * DAY
}

const PANORAMA_MOST_MB = 500

function panoramaMaxOf(given: string | undefined): number {
  if (given == null) return PANORAMA_MAX_MB
  const most = Number(given)
  if (!/^\d{1,3}$/.test(given) || most < 7 || most > PANORAMA_MOST_MB)
    throw new StartFailure(`PANORAMA_MAX_MB is "${given}", and must be a whole number of megabytes from 7 to ${PANORAMA_MOST_MB}`)
  return most
}

const QUOTA_MB = 20_480

function quotaOf(given: string | undefined): number | null {
  if (given == null) return QUOTA_MB
  if (given.toLowerCase() === 'off') return null
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw new StartFailure(`FILES_QUOTA_MB is "${given}", and must be off or a whole number of megabytes from 1`)
  return Number(given)
}

function publicUrlOf(given: string | undefined): string | null {
  if (given != null && !/^https?:$/.test(URL.canParse(given) ? new URL(given).protocol : ''))
    throw new StartFailure(`PUBLIC_URL is "${given}", and must be the http address under which devices reach this server`)
  return given?.replace(/(?<!\/)\/+$/, '') ?? null
}

/** A model without its labels says numbers that nobody knows. */
function insectModelOf(setting: (name: string) => string | undefined): InsectModelConfig | null {
  const [file, labels] = [setting('INSECT_MODEL'), setting('INSECT_LABELS')]
  if (file == null && labels == null) return null
  if (file == null || labels == null)
    throw new StartFailure('INSECT_MODEL and INSECT_LABELS belong together: set both, or none to count insects and not classify them')
  const input = setting('INSECT_INPUT') ?? '224'
  if (!/^\d{1,4}$/.test(input) || Number(input) < 1 || Number(input) > 512)
    throw new StartFailure(`INSECT_INPUT is "${input}", and must be a whole number of pixels from 1 to 512`)
  return { file, labels, input: Number(input), runtime: setting('INSECT_RUNTIME') ?? join(setting('DATA_DIR') ?? '.data', 'onnx') }
}

/** All of the store's settings or none: half a store would keep files where nobody looks for them. */
function s3Of(setting: (name: string) => string | undefined): S3Config | null {
  const endpoint = setting('FILES_S3_ENDPOINT')
  const [bucket, key, secret] = ['FILES_S3_BUCKET', 'FILES_S3_KEY', 'FILES_S3_SECRET'].map(setting)
  if (endpoint == null && bucket == null && key == null && secret == null) return null
  if (endpoint == null || bucket == null || key == null || secret == null)
    throw new StartFailure(
      'FILES_S3_ENDPOINT, FILES_S3_BUCKET, FILES_S3_KEY and FILES_S3_SECRET belong together: set all four, or none to keep files in DATA_DIR',
    )
  if (!/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ''))
    throw new StartFailure(`FILES_S3_ENDPOINT is "${endpoint}", and must be an http address`)
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new StartFailure(`FILES_S3_BUCKET is "${bucket}", which is no name of a bucket`)
  return { endpoint, bucket, key, secret, region: setting('FILES_S3_REGION') ?? 'us-east-1' }
}
