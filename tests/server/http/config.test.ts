import { describe, expect, test } from 'vitest'
import { DEFAULT_TILES, loadConfig } from '#server/ground/config'
import { StartFailure } from '#server/ground/startFailure'

const DATABASE_URL = 'postgres://furrow:secret@127.0.0.1:5432/furrow'
const DAY = 86_400_000
const load = (given: Record<string, string> = {}) => loadConfig({ DATABASE_URL, ...given })

function refusal(given: Record<string, string>): string {
  try {
    load(given)
  } catch (cause) {
    expect(cause).toBeInstanceOf(StartFailure)
    const { message } = cause as Error
    expect(message).not.toContain('\n')
    return message
  }
  throw new Error('nothing was refused')
}

describe('the configuration', () => {
  test('needs nothing: this machine alone, the demo on', () => {
    expect(load()).toEqual({
      port: 8080,
      host: '127.0.0.1',
      mqttPort: 1883,
      trustProxy: [],
      dataDir: '.data',
      databaseUrl: DATABASE_URL,
      demo: true,
      tiles: DEFAULT_TILES,
      weather: { url: 'https://api.open-meteo.com', key: null },
      publicUrl: null,
      insectModel: null,
      files: { panoramaMaxMb: 50, quotaMb: 20_480, s3: null },
      sms: { url: null, key: null },
      oidc: null,
      alarms: { allow: [], smtp: null },
      cameras: {
        allow: [],
        streams: 16,
        recordings: 8,
        playbacks: 8,
        ezvizUrl: 'https://open.ys7.com',
        discovery: { address: '239.255.255.250', port: 3702, interfaces: null },
      },
      heartbeat: null,
      retention: { readings: 1826 * DAY, logs: 730 * DAY, messages: 365 * DAY, audit: 1095 * DAY, alarms: 730 * DAY },
    })
  })

  test('has satellite pictures of three providers, one of each grid (MAP-03)', () => {
    expect(DEFAULT_TILES.map(({ crs }) => crs).toSorted()).toEqual(['BD09', 'GCJ02', 'WGS84'])
    expect(new Set(DEFAULT_TILES.map(({ url }) => new URL(url.replaceAll(/[{}]/g, '')).host)).size).toBe(3)
  })

  test('takes an empty setting as none', () => {
    expect(load({ PORT: '', HOST: ' ', DEMO: '', TILES: '', WEATHER_URL: '' })).toEqual(load())
  })

  test('takes what is given', () => {
    const tiles = [{ name: 'Own', url: '/tiles/{z}/{x}/{y}.png', crs: 'WGS84', attribution: '' }]
    const given = load({ PORT: '0', HOST: '0.0.0.0', DEMO: 'off', MQTT_PORT: '2883', TILES: JSON.stringify(tiles), WEATHER_KEY: 'k' })
    expect(given).toMatchObject({
      port: 0,
      host: '0.0.0.0',
      demo: false,
      mqttPort: 2883,
      tiles,
      weather: { url: 'https://devapi.qweather.com', key: 'k' },
    })
    expect(
      load({
        RETENTION_DAYS: '31',
        LOG_RETENTION_DAYS: '1',
        MESSAGE_RETENTION_DAYS: '36500',
        AUDIT_RETENTION_DAYS: '180',
        ALARM_RETENTION_DAYS: '7',
      }).retention,
    ).toEqual({
      readings: 31 * DAY,
      logs: DAY,
      messages: 36_500 * DAY,
      audit: 180 * DAY,
      alarms: 7 * DAY,
    })
    expect(load({ TILES: 'off', WEATHER_URL: 'off' })).toMatchObject({ tiles: [], weather: { url: null, key: null } })
    expect(load({ TRUST_PROXY: 'loopback, 10.1.2.3 fd00::/8' }).trustProxy).toEqual(['127.0.0.0/8', '::1', '10.1.2.3', 'fd00::/8'])
    expect(load({ TRUST_PROXY: 'off' }).trustProxy).toEqual([])
    expect(load({ HEARTBEAT_URL: 'https://beat.example/x', HEARTBEAT_SECONDS: '30' }).heartbeat).toEqual({
      url: 'https://beat.example/x',
      every: 30_000,
    })
    const smtp = { SMTP_URL: 'smtps://u:p@mail.example', SMTP_FROM: 'Furrow <alarms@farm.example>' }
    expect(load({ ...smtp, ALARM_WEBHOOK_ALLOW: 'Hooks.lan:8443, [fd00::1]:80' }).alarms).toEqual({
      allow: ['hooks.lan:8443', '[fd00::1]:80'],
      smtp: { url: smtp.SMTP_URL, from: smtp.SMTP_FROM },
    })
    expect(load({ FILES_QUOTA_MB: 'off' }).files.quotaMb).toBeNull()
    const bucket = { FILES_S3_ENDPOINT: 'https://s3.example', FILES_S3_BUCKET: 'farm', FILES_S3_KEY: 'k', FILES_S3_SECRET: 's' }
    expect(load({ ...bucket, PANORAMA_MAX_MB: '80', FILES_QUOTA_MB: '500' }).files).toEqual({
      panoramaMaxMb: 80,
      quotaMb: 500,
      s3: { endpoint: 'https://s3.example', bucket: 'farm', region: 'us-east-1', key: 'k', secret: 's' },
    })
  })

  test.each([
    [{ PORT: '80a' }, /PORT is "80a"/],
    [{ PORT: '65536' }, /PORT is "65536"/],
    [{ MQTT_PORT: '-1' }, /MQTT_PORT is "-1"/],
    [{ HOST: 'not a host' }, /HOST is "not a host"/],
    [{ TRUST_PROXY: 'on' }, /TRUST_PROXY is "on".*addresses/],
    [{ TRUST_PROXY: '10.0.0.0/33' }, /TRUST_PROXY is/],
    [{ TRUST_PROXY: '0.0.0.0/0' }, /TRUST_PROXY is/],
    [{ TRUST_PROXY: 'proxy.example' }, /TRUST_PROXY is/],
    [{ DEMO: 'maybe' }, /DEMO is "maybe"/],
    [{ DATABASE_URL: '' }, /DATABASE_URL is missing/],
    [{ DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL must look like/],
    [{ TILES: 'x' }, /TILES must be/],
    [{ TILES: '[{"name":"A","url":"https://a/","crs":"MARS"}]' }, /TILES is not right at 0\.crs/],
    [{ WEATHER_URL: 'ftp://a' }, /WEATHER_URL is "ftp:\/\/a"/],
    [{ RETENTION_DAYS: '0' }, /RETENTION_DAYS is "0"/],
    [{ LOG_RETENTION_DAYS: '1.5' }, /LOG_RETENTION_DAYS is "1\.5"/],
    [{ MESSAGE_RETENTION_DAYS: 'never' }, /MESSAGE_RETENTION_DAYS is "never"/],
    [{ ALARM_RETENTION_DAYS: '0' }, /ALARM_RETENTION_DAYS is "0"/],
    [{ AUDIT_RETENTION_DAYS: '179' }, /AUDIT_RETENTION_DAYS is "179", and must be a whole number of days from 180/],
    [{ FILES_QUOTA_MB: '0' }, /FILES_QUOTA_MB is "0"/],
    [{ CAMERA_DISCOVERY: 'maybe' }, /CAMERA_DISCOVERY is "maybe"/],
    [{ PANORAMA_MAX_MB: '6' }, /PANORAMA_MAX_MB is "6"/],
    [{ SMTP_URL: 'smtp://mail.example' }, /SMTP_URL and SMTP_FROM belong together/],
    [{ SMTP_URL: 'http://user:word@mail.example', SMTP_FROM: 'a@b.example' }, /^(?!.*mail\.example).*SMTP_URL must look like/],
    [{ SMTP_URL: 'smtp://mail.example', SMTP_FROM: 'nobody' }, /SMTP_FROM is "nobody"/],
    [{ ALARM_WEBHOOK_ALLOW: 'hooks.lan' }, /ALARM_WEBHOOK_ALLOW names "hooks\.lan"/],
    [{ HEARTBEAT_URL: 'ftp://a' }, /HEARTBEAT_URL must be an http address/],
    [{ HEARTBEAT_SECONDS: '5' }, /HEARTBEAT_SECONDS is "5"/],
    [{ FILES_S3_ENDPOINT: 'http://s3' }, /FILES_S3_BUCKET.*set all four/],
    [{ FILES_S3_ENDPOINT: 's3', FILES_S3_BUCKET: 'farm', FILES_S3_KEY: 'k', FILES_S3_SECRET: 's' }, /FILES_S3_ENDPOINT is "s3"/],
    [{ FILES_S3_ENDPOINT: 'http://s3', FILES_S3_BUCKET: 'A b', FILES_S3_KEY: 'k', FILES_S3_SECRET: 's' }, /FILES_S3_BUCKET is "A b"/],
  ])('%j is refused in one line that names the setting', (given, reason) => {
    expect(refusal(given)).toMatch(reason)
  })

  test('another service to sign in by is whole or not there, and spoken to with TLS', () => {
    const whole = {
      OIDC_ISSUER: 'https://login.example',
      OIDC_CLIENT_ID: 'furrow',
      OIDC_CLIENT_SECRET: 'the secret',
      PUBLIC_URL: 'https://farm.example/',
    }
    expect(load(whole).oidc).toEqual({
      issuer: 'https://login.example',
      clientId: 'furrow',
      clientSecret: 'the secret',
      label: 'login.example',
      redirectUrl: 'https://farm.example/login',
      trustAmr: false,
    })
    for (const wrong of [
      { OIDC_CLIENT_SECRET: '' },
      { OIDC_ISSUER: 'http://login.example' },
      { OIDC_ISSUER: 'https://user:password@login.example' },
      { PUBLIC_URL: '' },
      { OIDC_REDIRECT_URL: 'https://farm.example/elsewhere' },
      { OIDC_TRUST_AMR: 'perhaps' },
    ] as Record<string, string>[])
      expect(() => load({ ...whole, ...wrong })).toThrow(/OIDC_/)
    expect(() => load({ ...whole, OIDC_ISSUER: '' })).not.toThrow(/the secret/)
  })

  test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('on %s the demo is on by itself', (HOST) => {
    expect(load({ HOST }).demo).toBe(true)
  })

  test.each(['0.0.0.0', '::', '192.168.1.5', 'farm.example'])('on %s the demo must be chosen', (HOST) => {
    expect(refusal({ HOST })).toMatch(/DEMO=off.*DEMO=on/)
    expect(load({ HOST, DEMO: 'on' }).demo).toBe(true)
    expect(load({ HOST, DEMO: 'off' }).demo).toBe(false)
  })
})
