import type { ServerContents } from '../ground/contents.ts'
import { crudHandlers } from '../ground/crud/handlers.ts'
import { folderRules } from './folder.ts'
import { pictureHandlers } from './pictures.ts'
import { promoVideoHandlers } from './promoVideos.ts'

export const media = {
  rules: { pictureFolder: folderRules },
  handlers: (context) => ({
    ...context.files.handlers,
    picture: pictureHandlers(context),
    pictureFolder: crudHandlers(folderRules, context),
    promoVideo: promoVideoHandlers(context),
  }),
} satisfies ServerContents<'media'>
