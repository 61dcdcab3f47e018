import CollectionsOutlined from '@mui/icons-material/CollectionsOutlined'
import MovieOutlined from '@mui/icons-material/MovieOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'

export const media = bindArea({
  screens: {
    '/system/pictures-hub': inFrame(() => import('./PicturesPage.tsx')),
    '/system/publicity-video': inFrame(() => import('./VideosPage.tsx')),
  },
  pictures: {
    '/system/pictures-hub': CollectionsOutlined,
    '/system/publicity-video': MovieOutlined,
  },
})
