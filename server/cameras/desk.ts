import { join, resolve } from 'node:path'
import type { CameraEnter, CameraFault } from '#contract/cameras/camera'
import type { Context } from '../ground/contents.ts'
import { CallFailure } from '../ground/failure.ts'
import { fairTurns } from '../ground/foreign/turns.ts'
import { createSeal } from '../ground/seal.ts'
import type { AddressPolicy } from './drivers/address.ts'
import type { CameraSource, Driver, Quality } from './drivers/driver.ts'
import { readCloud } from './cloud/settings.ts'
import { createEzvizClient } from './drivers/ezviz/client.ts'
import { ezvizDriver } from './drivers/ezviz/driver.ts'
import { nationalDriver } from './drivers/national/driver.ts'
import { discover, type Sightings } from './drivers/onvif/discovery.ts'
import { onvifTurner } from './drivers/onvif/turner.ts'
import { rtspDriver } from './drivers/rtsp/driver.ts'
import { simulatedDriver } from './drivers/simulated/driver.ts'
import { writeFault } from './faults.ts'
import { createHoldDesk } from './hold/desk.ts'
import { countPlayers } from './recording/playing.ts'
import { createKeeper } from './recording/keeper.ts'
import { roomOf } from './recording/room.ts'
import { readSource } from './sources.ts'
import { openDoor } from './stream/door.ts'
import { keptInput, takeFrame } from './stream/frame.ts'
import { createStream, type Stream } from './stream/hub.ts'
import { programFinder } from '../ground/files/ffmpeg.ts'
import { openRegister } from './stream/register.ts'
import { forbids } from './stream/rights.ts'
import { createTickets } from './stream/tickets.ts'

/** Single pictures that are taken at once: each is a process. */
const PICTURES = { atOnce: 4, ofTenant: 2, waitingOfTenant: 20 }

function ownPorts({ port, mqttPort, databaseUrl }: Context['config']): number[] {
  return [port, mqttPort, Number(new URL(databaseUrl).port || 5432)].filter((one) => one > 0)
}

/** Streams that recordings leave to those who watch. */
const KEPT_FOR_VIEWERS = 4

/** What the calls and jobs of cameras share: drivers, streams, who moves which. */
function openDesk(context: Context) {
  const { config, log, clock, serviceDb: db, servicePool, gate, upgrades, live } = context
  const seal = createSeal(db)
  const policy: AddressPolicy = { allow: config.cameras.allow, ownPorts: ownPorts(config) }
  const publicPolicy: AddressPolicy = { ...policy, publicOnly: true }
  const cloudOf = (tenantId: number) => readCloud(db, seal, tenantId)
  const cloud = createEzvizClient({
    baseUrl: config.cameras.ezvizUrl,
    policy: publicPolicy,
    clock,
    keysOf: async (tenantId) => (await cloudOf(tenantId)).keys,
  })
  const ezviz = ezvizDriver(cloud, publicPolicy)
  const drivers: Partial<Record<CameraEnter, Driver>> = {
    1: ezviz,
    2: ezviz,
    3: nationalDriver(policy, async (tenantId) => (await cloudOf(tenantId)).mediaServerUrl),
    4: { ...rtspDriver(policy), ...onvifTurner(policy) },
    5: simulatedDriver({ db, clock }),
  }
  const register = openRegister(join(resolve(config.dataDir), 'cameras'))
  const tickets = createTickets(clock)
  let looking: Promise<Sightings> | null = null
  const inTurn = fairTurns(PICTURES)
  const program = programFinder(log)

  const driverOf = ({ enter }: Pick<CameraSource, 'enter'>): Driver => {
    const driver = drivers[enter]
    if (!driver) throw new CallFailure('error.camera.enter')
    return driver
  }
  const sourceOf = (cameraId: number) => readSource(db, seal, cameraId)
  const said = (cameraId: number, fault: CameraFault | null) => {
    writeFault({ db, live }, cameraId, fault).catch((cause: unknown) =>
      log.warn({ err: cause }, 'a fault of a camera could not be written'),
    )
  }

  const streams = new Map<string, Stream>()
  const keyOf = (cameraId: number, quality: Quality) => `${cameraId} ${quality}`
  /** Fails with error.camera.mostStreams where one more would be too many. */
  function mustHaveRoom(cameraId: number, quality: Quality): void {
    if (streams.has(keyOf(cameraId, quality)) || streams.size < config.cameras.streams) return
    const idle = [...streams.values()].find((stream) => stream.isIdle())
    if (!idle) throw new CallFailure('error.camera.mostStreams', { most: config.cameras.streams })
    idle.close()
  }
  function streamOf(cameraId: number, quality: Quality): Stream {
    const key = keyOf(cameraId, quality)
    const running = streams.get(key)
    if (running) return running
    mustHaveRoom(cameraId, quality)
    const stream = createStream(cameraId, quality, {
      clock,
      driverOf,
      register,
      program,
      sourceOf,
      said,
      emptied: (over) => void (streams.get(key) === over && streams.delete(key)),
    })
    streams.set(key, stream)
    return stream
  }
  const folder = join(resolve(config.dataDir), 'recordings')
  const players = countPlayers({ db, folder, clock, log, most: config.cameras.playbacks })
  const keeper = createKeeper({
    db,
    pool: servicePool,
    live,
    log,
    clock,
    folder,
    most: config.cameras.recordings,
    mostStreams: Math.max(0, config.cameras.streams - KEPT_FOR_VIEWERS),
    room: roomOf,
    streamsOf(cameraId, qualities) {
      const more = qualities.filter((quality) => !streams.has(keyOf(cameraId, quality))).length
      const idle = [...streams.values()].filter((stream) => stream.isIdle() && stream.cameraId !== cameraId).length
      return streams.size - idle + more > config.cameras.streams ? null : qualities.map((quality) => streamOf(cameraId, quality))
    },
  })
  const door = openDoor({
    upgrades,
    log,
    clock,
    use: (ticket) => tickets.use(ticket),
    forbids: (pass) => forbids(pass, { db, gate, clock }),
    streamOf: (pass) => (pass.play ? players.open({ ...pass, ...pass.play }) : streamOf(pass.cameraId, pass.quality)),
  })
  gate.onChange((change) => {
    if ('sessionId' in change) tickets.dropSession(change.sessionId)
    door.gateChanged(change)
  })
  const holds = createHoldDesk({ db, driverOf, sourceOf, clock, log })
  context.atEnd(async () => {
    door.close()
    await keeper.close()
    for (const stream of streams.values()) stream.close()
    await holds.close()
  })

  function mustHaveProgram(): string {
    const there = program()
    if (there === null) throw new CallFailure('error.camera.noProgram')
    return there
  }
  return {
    seal,
    policy,
    cloud,
    cloudOf,
    tickets,
    holds,
    keeper,
    players,
    driverOf,
    sourceOf,
    said,
    mustHaveProgram,
    mustHaveRoom,
    /** Runs works that ask cameras for what is shown once, a few at a time. Throws CallFailure error.busy. */
    inTurn,
    /** Cameras near this server: who asks while others do gets what they get. */
    nearby(): Promise<Sightings> {
      if (config.cameras.discovery === null) return Promise.resolve({ cameras: [], reason: 'off' })
      looking ??= discover(config.cameras.discovery, policy).finally(() => (looking = null))
      return looking
    },
    /** A picture of now as JPEG. Throws CameraTrouble, or CallFailure error.camera.noProgram or error.busy. */
    async picture(tenantId: number, source: CameraSource): Promise<Buffer> {
      const there = mustHaveProgram()
      return inTurn(tenantId, async () => {
        const running = (['hd', 'sd'] as const).map((quality) => streams.get(keyOf(source.id, quality))?.sinceKey() ?? null)
        const kept = source.id === 0 ? null : (running[0] ?? running[1])
        return takeFrame(there, kept ? keptInput(kept) : await driverOf(source).open(source, 'hd', false), register)
      })
    },
    /** A camera was changed, closed or is gone: whoever may not watch it any more sees it at once, and with another source its streams begin anew. */
    async changed(cameraId: number, isOther: boolean): Promise<void> {
      await door.cameraChanged(cameraId)
      void keeper.look()
      if (isOther) for (const stream of streams.values()) if (stream.cameraId === cameraId) stream.restart()
    },
  }
}
export type CameraDesk = ReturnType<typeof openDesk>

const desks = new WeakMap<Context, CameraDesk>()
/** The desk of a server: one, whoever asks first. */
export function deskOf(context: Context): CameraDesk {
  let desk = desks.get(context)
  if (!desk) desks.set(context, (desk = openDesk(context)))
  return desk
}
