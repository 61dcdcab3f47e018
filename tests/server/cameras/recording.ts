import { cameraRecordingCalls, RECORD_MODES } from '#contract/cameras/recording'
import type { Client } from '../harness.ts'

const must = <Body extends { code?: string }>({ status, body }: { status: number; body: Body }): Body => {
  if (status !== 200) throw new Error(body.code)
  return body
}
type Save = { clarity?: number; days?: number; gigabytes?: number; sensitivity?: number }

/** How a camera is recorded, and what is kept of it. Throws the code of a failure, as all of these do. */
export const recordingOf = async (client: Client, t: number, id: number) =>
  must(await client.call(cameraRecordingCalls.get, { params: { t, id } }))

/** Says how a camera is recorded from now on. */
export async function record(client: Client, t: number, id: number, recordMode: number, more: Save = {}) {
  const { objectVersionNumber } = await recordingOf(client, t, id)
  return must(await client.call(cameraRecordingCalls.save, { params: { t, id }, body: { recordMode, objectVersionNumber, ...more } }))
}
export const stopRecording = (client: Client, t: number, id: number) => record(client, t, id, RECORD_MODES.off)

/** What is kept of a camera of the last 12 hours. */
export async function keepsOf(client: Client, t: number, id: number, now = Date.now()) {
  const query = { from: now - 12 * 3_600_000, to: now + 12 * 3_600_000 }
  return must(await client.call(cameraRecordingCalls.timeline, { params: { t, id }, query }))
}

export const playbackOf = async (client: Client, t: number, cameraId: number, at: number, speed: 1 | 2 | 4 = 1) =>
  must(await client.call(cameraRecordingCalls.playback, { params: { t }, body: { cameraId, at, speed } }))
