import { defineContents } from '../core/contents.ts'
import { cameraCalls } from './camera.ts'
import { cameraCaptureCalls } from './capture.ts'
import { changes } from './changes.ts'
import { cameraCloudCalls } from './cloud.ts'
import { cameraControlCalls } from './control.ts'
import { cameraDiscoveryCalls } from './discovery.ts'
import { cameraLogCalls } from './log.ts'
import { cameraRecordingCalls } from './recording.ts'
import { splitScreenCalls } from './splitScreen.ts'
import { cameraStreamCalls } from './stream.ts'

export const cameras = defineContents({
  calls: {
    camera: cameraCalls,
    cameraCloud: cameraCloudCalls,
    cameraControl: cameraControlCalls,
    cameraCapture: cameraCaptureCalls,
    cameraStream: cameraStreamCalls,
    cameraDiscovery: cameraDiscoveryCalls,
    cameraLog: cameraLogCalls,
    cameraRecording: cameraRecordingCalls,
    splitScreen: splitScreenCalls,
  },
  changes,
})
