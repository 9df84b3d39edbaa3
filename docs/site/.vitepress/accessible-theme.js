// Corrects parts of VitePress's theme that assistive software cannot read. A part that a newer theme writes otherwise fails
// the build: look then whether the correction is still needed.

const corrections = {
  // A section's heading is a button. The arrow in it must not be a second one.
  'VPSidebarItem.vue': [
    [':role="itemRole"', ':role="itemRole" :aria-expanded="itemRole && item.items ? !collapsed : undefined"'],
    ['role="button"\n        aria-label="toggle section"', 'aria-hidden="true"'],
    ['@keydown.enter="onCaretClick"\n        tabindex="0"', ''],
  ],
  // The search is a dialog with a field and a list. The links are its options, so no option holds a link.
  'VPLocalSearchBox.vue': [
    ['role="button"', 'role="dialog" aria-modal="true"'],
    [`:aria-owns="results?.length ? 'localsearch-list' : undefined"`, ''],
    ['aria-expanded="true"\n      aria-haspopup="listbox"', ''],
    ['aria-autocomplete="both"', 'role="combobox" aria-autocomplete="list" :aria-expanded="results.length > 0"'],
    [
      `:id="'localsearch-item-' + index"\n            :aria-selected="selectedIndex === index ? 'true' : 'false'"\n            role="option"`,
      'role="presentation"',
    ],
    [`:aria-label="[...p.titles, p.title].join(' > ')"`, ''],
    ['<span class="title-icon">', '<span class="title-icon" aria-hidden="true">'],
    ['<kbd :aria-label', '<kbd role="img" :aria-label'],
    [
      'class="result"\n',
      `class="result"\n role="option" :id="'localsearch-item-' + index" :aria-selected="selectedIndex === index ? 'true' : 'false'"\n`,
    ],
  ],
  // The name of the button is its word. The keys beside it are decoration, and style.css writes both.
  'VPNavBarSearchButton.vue': [
    ['<kbd class="DocSearch-Button-Key">K</kbd>', '<kbd class="DocSearch-Button-Key"></kbd>'],
  ],
  // The first page has a main part, too.
  'VPHome.vue': [
    ['<template>\n  <div ', '<template>\n  <main '],
    ['  </div>\n</template>\n\n<style', '  </main>\n</template>\n\n<style'],
  ],
}

function correct(code, [wrong, right], file) {
  if (!code.includes(wrong)) throw new Error(`${file} of VitePress's theme has no ${wrong}`)
  return code.replaceAll(wrong, right)
}

export const accessibleTheme = {
  name: 'accessible theme',
  enforce: 'pre',
  transform(code, id) {
    const file = Object.keys(corrections).find((name) => id.endsWith(`/${name}`))
    if (file === undefined) return null
    return corrections[file].reduce((text, correction) => correct(text, correction, file), code)
  },
}
