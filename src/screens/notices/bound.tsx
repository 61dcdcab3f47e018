import UnsubscribeOutlined from '@mui/icons-material/UnsubscribeOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'

export const notices = bindArea({
  screens: {
    '/system/undelivered': inFrame(() => import('./UndeliveredPage.tsx')),
  },
  pictures: {
    '/system/undelivered': UnsubscribeOutlined,
  },
})
