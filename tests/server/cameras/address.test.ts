import { describe, expect, test } from 'vitest'
import { type AddressPolicy, targetOf } from '#server/cameras/drivers/address'
import { faultOf } from '#server/cameras/drivers/driver'

const policy: AddressPolicy = { allow: ['127.0.0.1:8554', '[::1]:8554', 'camera.local:554', '127.0.0.1:5432'], ownPorts: [5432] }
const fault = (text: string, more: Partial<AddressPolicy> = {}) =>
  targetOf(text, text.startsWith('http') ? 'http' : 'rtsp', { ...policy, ...more }).then(() => null, faultOf)
const named = (...addresses: string[]) => ({ lookup: () => Promise.resolve(addresses.map((address) => ({ address }))) })

describe('of the addresses of cameras', () => {
  test.each([
    'rtsp://10.1.2.3/one',
    'rtsps://192.168.1.20:7441/a',
    'http://172.16.0.9/onvif',
    'rtsp://8.8.8.8/',
    'rtsp://[fd12::7]/',
    'rtsp://[2a00::7]/',
  ])('%s is called', async (text) => expect(await fault(text)).toBeNull())
  test.each([
    'rtsp://127.0.0.1/',
    'rtsp://2130706433/',
    'rtsp://0/',
    'http://0x7f.1/',
    'rtsp://169.254.169.254/',
    'rtsp://[::1]/',
    'rtsp://[::ffff:127.0.0.1]/',
    'rtsp://[fe80::1]/',
    'rtsp://239.1.1.1/',
    'file:///etc/passwd',
    'http://li:secret@10.1.2.3/',
    'rtsp://10.1.2.3/a b',
  ])('%s is not', async (text) => expect(await fault(text)).toBe('address'))

  test('a refused one is called where it is allowed with its port, and Furrow’s own ports never', async () => {
    expect(await fault('rtsp://127.0.0.1:8554/one')).toBeNull()
    expect(await fault('rtsp://[::1]:8554/one')).toBeNull()
    expect(await fault('rtsp://127.0.0.1:8555/one')).toBe('address')
    expect(await fault('rtsp://127.0.0.1:5432/one')).toBe('address')
  })

  test('a name is what it is looked up to be, all of it', async () => {
    expect(await fault('rtsp://pond.example/', named('10.0.0.7'))).toBeNull()
    expect(await fault('rtsp://pond.example/', named('10.0.0.7', '127.0.0.1'))).toBe('address')
    expect(await fault('rtsp://camera.local/', named('169.254.3.4'))).toBeNull()
    expect(await fault('rtsp://pond.example/', named())).toBe('unknownHost')
    expect(await fault('rtsp://pond.example/', { lookup: () => Promise.reject(new Error('no such name')) })).toBe('unknownHost')
  })
})
