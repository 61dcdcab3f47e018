import DvrOutlined from '@mui/icons-material/DvrOutlined'
import GrassOutlined from '@mui/icons-material/GrassOutlined'
import LinkedCameraOutlined from '@mui/icons-material/LinkedCameraOutlined'
import VideocamOutlined from '@mui/icons-material/VideocamOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import type words from '#locales/zh-CN/cameras'

declare module '#src/i18n/words.ts' {
  interface Words {
    cameras: typeof words
  }
}

export const cameras = bindArea({
  screens: {
    '/web/equipment/camera': inFrame(() => import('./CamerasPage.tsx')),
    '/web/equipment/camera/info/:id': inFrame(() => import('./page/CameraPage.tsx')),
    '/web/equipment/seeding': inFrame(() => import('./seeding/SeedingPage.tsx')),
    '/web/equipment/videosurveillance': inFrame(() => import('./split/SurveillancePage.tsx')),
    '/system/cameraManager': inFrame(() => import('./manager/CameraManagerPage.tsx')),
  },
  pictures: {
    '/web/equipment/camera': VideocamOutlined,
    '/web/equipment/seeding': GrassOutlined,
    '/web/equipment/videosurveillance': DvrOutlined,
    '/system/cameraManager': LinkedCameraOutlined,
  },
  windows: {
    camera: lazyPart(() => import('./CameraDialog.tsx').then(({ CameraDialog }) => ({ default: CameraDialog }))),
  },
})
