import { createSocket, type Socket } from 'node:dgram'
import { randomUUID } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import type { DISCOVERY_REASONS } from '#contract/cameras/discovery'
import type { Config } from '../../../ground/config.ts'
import { type AddressPolicy, targetOf } from '../address.ts'
import { type Found, readAnswer } from './probeMatch.ts'

const WAIT_MS = 3000
/** A question that is lost is asked once more. */
const AGAIN_MS = 500
const MOST_FOUND = 100
/** What comes is foreign: larger pieces are not read, nor more of them. */
const LARGEST_ANSWER = 16 * 1024
const MOST_ANSWERS = 1000
const MOST_INTERFACES = 16

export interface Sighting {
  readonly name: string
  readonly hardware: string
  readonly onvifUrl: string
}
export interface Sightings {
  readonly cameras: readonly Sighting[]
  /** Why nothing could be asked; null where it was. */
  readonly reason: (typeof DISCOVERY_REASONS)[number] | null
}
type Net = NonNullable<Config['cameras']['discovery']>

const questionOf = (id: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"><s:Header><a:MessageID>${id}</a:MessageID><a:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To><a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</a:Action></s:Header><s:Body><d:Probe><d:Types xmlns:n="http://www.onvif.org/ver10/network/wsdl">n:NetworkVideoTransmitter</d:Types></d:Probe></s:Body></s:Envelope>`

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((many) => many ?? [])
  return all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
}

/** Asks from one of the server's addresses; whether the question went out, once that is known. */
async function askFrom(
  from: string,
  net: Net,
  question: string,
  heard: (bytes: Buffer) => void,
): Promise<{ socket: Socket; went: boolean }> {
  const socket = createSocket('udp4')
  socket.on('error', () => undefined)
  socket.on('message', heard)
  const send = () => new Promise<boolean>((resolve) => socket.send(question, net.port, net.address, (cause) => resolve(!cause)))
  const went = await new Promise<boolean>((resolve) => {
    socket.once('error', () => resolve(false))
    socket.bind(0, from, () => {
      try {
        socket.setMulticastInterface(from)
        socket.setMulticastTTL(1)
        send().then(resolve, () => resolve(false))
      } catch {
        resolve(false)
      }
    })
  })
  return { socket, went }
}

/** The first of the addresses that a camera names that may be called; null where there is none. Names are not looked up: a stranger chose them. */
async function callable({ urls }: Found, policy: AddressPolicy): Promise<string | null> {
  const strict: AddressPolicy = { ...policy, lookup: async () => [] }
  for (const url of urls) {
    const isCalled = await targetOf(url, 'http', strict).then(
      () => true,
      () => false,
    )
    if (isCalled) return url
  }
  return null
}

/** Asks the networks of this host which cameras of ONVIF are there, and waits `waitMs` for answers. */
export async function discover(net: Net, policy: AddressPolicy, waitMs: number = WAIT_MS): Promise<Sightings> {
  const from = (net.interfaces ?? ownAddresses()).slice(0, MOST_INTERFACES)
  if (from.length === 0) return { cameras: [], reason: 'noNetwork' }
  const id = `urn:uuid:${randomUUID()}`
  const question = questionOf(id)
  const found: Found[] = []
  let heard = 0
  const hear = (bytes: Buffer) => {
    if (++heard <= MOST_ANSWERS && bytes.length <= LARGEST_ANSWER) found.push(...readAnswer(bytes, id))
  }
  const asked = await Promise.all(from.map((address) => askFrom(address, net, question, hear)))
  try {
    const went = asked.filter((one) => one.went)
    if (went.length === 0) return { cameras: [], reason: 'noMulticast' }
    const again = setTimeout(() => {
      for (const { socket } of went) socket.send(question, net.port, net.address, () => undefined)
    }, AGAIN_MS)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    clearTimeout(again)
  } finally {
    for (const { socket } of asked) socket.close()
  }
  const cameras = new Map<string, Sighting>()
  for (const one of found) {
    const onvifUrl = cameras.size < MOST_FOUND ? await callable(one, policy) : null
    if (onvifUrl !== null && !cameras.has(onvifUrl)) cameras.set(onvifUrl, { name: one.name, hardware: one.hardware, onvifUrl })
  }
  return { cameras: [...cameras.values()], reason: null }
}
