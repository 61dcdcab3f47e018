/** The tenant's own icon in the window's tab, where it has one. */
export function showFavicon(address: string | null): void {
  if (address != null) document.querySelector('link[rel=icon]')?.setAttribute('href', address)
}
