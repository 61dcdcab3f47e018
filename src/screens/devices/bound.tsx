import RouterOutlined from '@mui/icons-material/RouterOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import type words from '#locales/zh-CN/devices'

declare module '#src/i18n/words.ts' {
  interface Words {
    devices: typeof words
  }
}

export const devices = bindArea({
  screens: {
    '/web/equipment/gateway': inFrame(() => import('./GatewayPage.tsx')),
  },
  pictures: {
    '/web/equipment/gateway': RouterOutlined,
  },
  windows: {
    collect: lazyPart(() => import('./CollectDialog.tsx').then(({ CollectDialog }) => ({ default: CollectDialog }))),
    aerator: lazyPart(() => import('./AeratorDialog.tsx').then(({ AeratorDialog }) => ({ default: AeratorDialog }))),
    lamp: lazyPart(() => import('./LampDialog.tsx').then(({ LampDialog }) => ({ default: LampDialog }))),
    camera: lazyPart(() => import('./CameraDialog.tsx').then(({ CameraDialog }) => ({ default: CameraDialog }))),
  },
})
