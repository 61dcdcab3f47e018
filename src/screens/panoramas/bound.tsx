import PanoramaOutlined from '@mui/icons-material/PanoramaOutlined'
import VrpanoOutlined from '@mui/icons-material/VrpanoOutlined'
import { bindArea, inFrame, inWindow } from '#src/frame/bindArea.tsx'
import type words from '#locales/zh-CN/panoramas'

declare module '#src/i18n/words.ts' {
  interface Words {
    panoramas: typeof words
  }
}

export const panoramas = bindArea({
  screens: {
    '/edit-vr/:id': inWindow(() => import('./editor/EditVrPage.tsx')),
    '/preview-vr/:id': inWindow(() => import('./preview/PreviewVrPage.tsx')),
    '/tour/:key': { at: 'document' },
    '/system/panorama': inFrame(() => import('./images/PanoramaPage.tsx')),
    '/system/vr-video': inFrame(() => import('./tours/VrVideoPage.tsx')),
  },
  pictures: {
    '/system/panorama': PanoramaOutlined,
    '/system/vr-video': VrpanoOutlined,
  },
})
