import { defineContents } from '../core/contents.ts'
import { changes } from './changes.ts'
import { fileCalls } from './files.ts'
import { pictureCalls } from './picture.ts'
import { pictureFolder } from './pictureFolder.ts'
import { promoVideoCalls } from './promoVideo.ts'

export const media = defineContents({
  calls: { file: fileCalls, picture: pictureCalls, pictureFolder: pictureFolder.calls, promoVideo: promoVideoCalls },
  changes,
})
