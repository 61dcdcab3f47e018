import CampaignOutlined from '@mui/icons-material/CampaignOutlined'
import UnsubscribeOutlined from '@mui/icons-material/UnsubscribeOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'

export const notices = bindArea({
  screens: {
    '/system/notice-manger': inFrame(() => import('./manage/NoticeManagePage.tsx')),
    '/system/undelivered': inFrame(() => import('./UndeliveredPage.tsx')),
  },
  pictures: {
    '/system/notice-manger': CampaignOutlined,
    '/system/undelivered': UnsubscribeOutlined,
  },
})
