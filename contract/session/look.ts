/** How a person's console looks (THEME-02, -04, -05, -12). Plain facts: the sign-in page draws by them and loads no schema for it. */
export interface MenuTheme {
  readonly layout: 'float' | 'crosswise' | 'lengthway' | 'subfield' | 'synthesis'
  /** #rrggbb. */
  readonly themeColor: string
  /** The menu's ground, #rrggbb; empty: that of the scheme. */
  readonly backgroundColor: string
  /** 1: the menu's ground is the theme colour. */
  readonly follow: 0 | 1
  /** The words of a menu that has a ground of its own. */
  readonly fontColor: 'dark' | 'white'
  readonly menuWidth: 244 | 255 | 266
  /** 1: opened pages have tabs on the page. */
  readonly label: 0 | 1
  readonly labelIcon: 0 | 1
  readonly labelStyle: 'smooth' | 'card' | 'flexible'
  /** How the groups of the first column stand. */
  readonly subfieldStyle: 'lengthway' | 'crosswise' | 'card' | 'arrow'
}

export const defaultTheme: MenuTheme = {
  layout: 'float',
  themeColor: '#1b9961',
  backgroundColor: '',
  follow: 0,
  fontColor: 'dark',
  menuWidth: 244,
  label: 1,
  labelIcon: 1,
  labelStyle: 'smooth',
  subfieldStyle: 'lengthway',
}
