import { CAMERA_ENTERS, type CameraFault } from '#contract/cameras/camera'
import type { Job } from '../ground/clock/job.ts'
import type { Context } from '../ground/contents.ts'
import { deskOf } from './desk.ts'
import { faultOf } from './drivers/driver.ts'
import { createLooks } from './looks.ts'
import { sourceOfRow } from './sources.ts'

const EVERY_MS = 60_000
/** A look takes 8 s at most: it ends before the next turn. In three turns a thousand silent cameras are looked at. */
const LOOKS = { atOnce: 64, turnMs: 45_000 }
/** What a look finds out. */
const ofReach: readonly (string | null)[] = [
  ...(['address', 'unknownHost', 'noRoute', 'unreachable', 'tooSlow', 'tls', 'signIn', 'notAllowed', 'locked'] satisfies CameraFault[]),
  ...(['noKeys', 'wrongKeys', 'unknownSerial', 'offline', 'noServer'] satisfies CameraFault[]),
]

/** A look at a camera of RTSP needs no password: that it answers says nothing of whether it lets in. */
const byPassword: readonly (string | null)[] = ['signIn', 'notAllowed', 'locked'] satisfies CameraFault[]
const isFound = ({ fault, camera_enter }: { readonly fault: string | null; readonly camera_enter: number }): boolean =>
  ofReach.includes(fault) && !(camera_enter === CAMERA_ENTERS.rtsp && byPassword.includes(fault))

/** Looks whether each camera is there, also one that is closed to those who watch; a look that is done twice harms nobody, and the next one makes up for one that was missed. */
export function presenceJob(context: Context): Job {
  const { serviceDb, broker, log } = context
  const desk = deskOf(context)
  const looks = createLooks(LOOKS)
  return {
    name: 'cameras.presence',
    every: EVERY_MS,
    missed: 'catchUp',
    async steps(_turn, signal) {
      const rows = await serviceDb
        .selectFrom('camera')
        .innerJoin('device', 'device.id', 'camera.device_id')
        .selectAll('camera')
        .select('device.eui')
        .where('device.enabled_flag', '=', 1)
        .orderBy('camera.device_id')
        .execute()
      await looks(
        rows.map((row) => ({ id: row.device_id, isSilent: isFound(row), row })),
        async ({ row }) => {
          try {
            const source = await sourceOfRow(row, desk.seal)
            const fault = await desk
              .driverOf(source)
              .look(source)
              .then(() => null, faultOf)
            if (fault === null) await broker.hear({ tenantId: row.tenant_id, eui: row.eui })
            // That it answers does not say that it shows something: only a picture does.
            if (fault !== null || isFound(row)) desk.said(row.device_id, fault)
          } catch (cause) {
            log.warn({ err: cause, camera: row.device_id }, 'a camera could not be looked at')
          }
        },
        signal,
      )
    },
  }
}
