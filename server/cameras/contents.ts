import type { ServerContents } from '../ground/contents.ts'
import { cameraHandlers } from './calls/cameras.ts'
import { captureHandlers } from './calls/captures.ts'
import { cloudHandlers } from './calls/cloud.ts'
import { controlHandlers } from './calls/control.ts'
import { discoveryHandlers } from './calls/discovery.ts'
import { cameraLogHandlers } from './calls/log.ts'
import { recordingHandlers } from './calls/recordings.ts'
import { splitScreenHandlers } from './calls/splitScreens.ts'
import { streamHandlers } from './calls/streams.ts'
import { dueJob, forgetCapturesJob, takeJob } from './captures/jobs.ts'
import { presenceJob } from './presence.ts'
import { recordingJobs } from './recording/retention.ts'

/** Cameras: their records, their pictures, who moves them, what was seen through them. */
export const cameras = {
  handlers: (context) => ({
    camera: cameraHandlers(context),
    cameraCloud: cloudHandlers(context),
    cameraControl: controlHandlers(context),
    cameraCapture: captureHandlers(context),
    cameraStream: streamHandlers(context),
    cameraDiscovery: discoveryHandlers(context),
    cameraLog: cameraLogHandlers(),
    cameraRecording: recordingHandlers(context),
    splitScreen: splitScreenHandlers(context),
  }),
  jobs: (context) => [presenceJob(context), ...recordingJobs(context), dueJob(context), takeJob(context), forgetCapturesJob(context)],
} satisfies ServerContents<'cameras'>
