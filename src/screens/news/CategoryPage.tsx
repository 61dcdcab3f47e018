import { articleCategory } from '#contract/news/category'
import { crudScreen } from '#src/crud/crudScreen.tsx'

export default crudScreen(articleCategory, {
  columns: ['categoryName', 'sort', 'enabledFlag'],
  filters: ['enabledFlag'],
  form: [['categoryName', 'sort'], ['enabledFlag']],
})
