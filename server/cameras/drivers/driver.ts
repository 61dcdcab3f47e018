import type { Writable } from 'node:stream'
import type { CameraEnter, CameraFault } from '#contract/cameras/camera'
import type { Pose } from './simulated/pose.ts'

export type Quality = 'sd' | 'hd'

/** What it takes to reach a camera; `id` 0 where it is not saved yet. The password is open here and nowhere else: it is never logged. */
export interface CameraSource {
  readonly id: number
  /** Whose it is: by whose keys a cloud is asked. */
  readonly tenantId: number
  readonly enter: CameraEnter
  readonly deviceSerial: string
  readonly channelNo: number
  /** Its number of 20 digits by the national standard; empty: none. */
  readonly nationalChannel: string
  readonly hdUrl: string
  readonly sdUrl: string
  readonly onvifUrl: string
  readonly userName: string
  readonly password: string | null
}

/** A source that was opened for one run of ffmpeg. */
export interface Input {
  /** What ffmpeg is told of it, up to `-i`: made of nothing that a user wrote. */
  readonly args: readonly string[]
  /** Writes what ffmpeg reads from its standard input, until that is closed. */
  readonly feed?: (stdin: Writable) => void
  /** Why nothing comes, as far as the source knows. */
  fault(): CameraFault | null
  close(): void
}

export interface KeptPreset {
  /** What the camera calls it. */
  readonly token: string
  readonly pose: Pose | null
}

/** A way to reach cameras. Everything ends within seconds, and throws CameraTrouble where the camera does not do it. */
export interface Driver {
  /** `sound` false: none is asked for, where the way to the camera allows to say so. */
  open(source: CameraSource, quality: Quality, sound?: boolean): Promise<Input>
  /** Throws where nobody is there. */
  look(source: CameraSource): Promise<void>
  /** Whether it can be turned. */
  turns(source: CameraSource): Promise<boolean>
  /** Moves it until it is stopped; false where it does not allow it. Said again it goes on. */
  move(source: CameraSource, direction: number): Promise<boolean>
  stop(source: CameraSource): Promise<boolean>
  /** Keeps where it looks now under a name; null where it keeps no positions. */
  setPreset(source: CameraSource, name: string): Promise<KeptPreset | null>
  goToPreset(source: CameraSource, preset: KeptPreset): Promise<boolean>
  removePreset(source: CameraSource, preset: KeptPreset): Promise<void>
}

/** A camera does not do what it is told, and why. */
export class CameraTrouble extends Error {
  readonly fault: CameraFault
  constructor(fault: CameraFault) {
    super(fault)
    this.fault = fault
  }
}
export const faultOf = (cause: unknown): CameraFault => (cause instanceof CameraTrouble ? cause.fault : 'unreachable')
