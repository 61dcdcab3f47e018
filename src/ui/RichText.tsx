import Box from '@mui/material/Box'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'

/**
 * HTML that a person wrote. The server has cleaned it already; it is cleaned once more here, whatever it says. `pictured` puts pictures from memory into what is
 * clean: their addresses are none that HTML may bring along.
 */
export function RichText({ html, pictured }: { html: string; pictured?: (clean: string) => string }) {
  const clean = useMemo(
    () => DOMPurify.sanitize(html, { USE_PROFILES: { html: true }, FORBID_TAGS: ['style', 'form', 'input'], ADD_ATTR: ['target'] }),
    [html],
  )
  return (
    <Box
      sx={{
        lineHeight: 1.8,
        overflowWrap: 'anywhere',
        '& p': { my: 1.5 },
        '& img, & video': { maxWidth: '100%', height: 'auto', borderRadius: 1 },
        '& table': { borderCollapse: 'collapse', maxWidth: '100%', display: 'block', overflowX: 'auto' },
        '& th, & td': { border: 1, borderColor: 'divider', px: 1, py: 0.5 },
        '& a': { color: 'primary.main' },
        '& blockquote': { m: 0, pl: 2, borderLeft: 3, borderColor: 'divider', color: 'text.secondary' },
      }}
      dangerouslySetInnerHTML={{ __html: pictured ? pictured(clean) : clean }}
    />
  )
}
