import { bindArea } from '#src/frame/bindArea.tsx'
import { NotFoundPage, ServerErrorPage } from '#src/frame/ErrorPages.tsx'

export const frame = bindArea({
  screens: {
    '/web/farm/defaultPage': { at: 'frame', Page: NotFoundPage },
    '/web/farm/serverErrorPage': { at: 'frame', Page: ServerErrorPage },
  },
})
