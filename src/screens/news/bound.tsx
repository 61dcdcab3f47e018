import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import LabelOutlined from '@mui/icons-material/LabelOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'
import type words from '#locales/zh-CN/news'

declare module '#src/i18n/words.ts' {
  interface Words {
    news: typeof words
  }
}

export const news = bindArea({
  screens: {
    '/system/article': inFrame(() => import('./ArticlePage.tsx')),
    '/system/classify': inFrame(() => import('./CategoryPage.tsx')),
    '/information': { at: 'document' },
  },
  pictures: {
    '/system/article': ArticleOutlined,
    '/system/classify': LabelOutlined,
  },
})
