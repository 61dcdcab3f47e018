import { article } from '#contract/news/article'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { dayText } from '#src/time/moment.ts'
import { ArticleActs } from './ArticleActs.tsx'
import { TrashButton } from './Trash.tsx'

export default crudScreen(article, {
  columns: ['title', 'publication', 'categoryId', 'valueTypes', 'uploadDate', 'readTime', 'label', 'articleSource', 'coverPicture'],
  filters: ['valueTypes', 'publication'],
  wide: true,
  form: [
    ['title'],
    ['categoryId', 'label', 'articleSource'],
    ['coverPicture'],
    ['content'],
    {
      title: 'news:article.form.place',
      hint: 'news:article.form.placeHint',
      rows: [
        ['valueTypes', 'enabledFlag'],
        ['publishedFrom', 'publishedUntil'],
      ],
    },
  ],
  cells: { uploadDate: ({ value }) => dayText(value as number) },
  views: TrashButton,
  beside: ({ record }) => <ArticleActs of={record} />,
})
