import MapOutlined from '@mui/icons-material/MapOutlined'
import { bindArea, inFrame, inWindow } from '#src/frame/bindArea.tsx'

export const map = bindArea({
  screens: {
    '/web/farm/map': inFrame(() => import('./MapPage.tsx')),
    '/map': inWindow(() => import('./MapWall.tsx')),
  },
  pictures: {
    '/map': MapOutlined,
    '/web/farm/map': MapOutlined,
  },
})
