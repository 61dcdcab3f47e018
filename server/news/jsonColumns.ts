/** What the json columns of the tables hold that the migrations of this room make; `npm run tables` reads it. */
export const jsonColumns = {
  'consult_version.fields': "import('./kept.ts').KeptArticle",
  'consult_trash.fields': "import('./kept.ts').KeptArticle & { readTime: number; uploadDate: number }",
}
