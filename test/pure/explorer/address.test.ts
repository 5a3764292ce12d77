// Which addresses are one page, and which pages are of one pattern (docs/design/explorer.md §3).
import { describe, expect, test } from '@jest/globals';
import { addressWords, destinationDigests, isFile, pageAddressOf } from '../../../src/domain/explorer/address.js';

describe('E73: the pattern of an address', () => {
  test.each([
    ['https://shop.example/orders/17/edit?x=1#y', 'https://shop.example/orders/#/edit'],
    ['https://shop.example/u/0b6f3d1e-8f0a-4c3e-9f64-0a1b2c3d4e5f', 'https://shop.example/u/#'],
    ['https://shop.example/t/a8f3kQ29sLmN01zx', 'https://shop.example/t/#'],
    ['https://shop.example/getting-started-guide', 'https://shop.example/getting-started-guide'],
    ['https://shop.example/blog/moving-from-version-2-to-3', 'https://shop.example/blog/moving-from-version-2-to-3'],
    ['https://shop.example/app#/orders/17?tab=2', 'https://shop.example/app#/orders/#'],
    ['https://shop.example/app#!/orders', 'https://shop.example/app#/orders'],
    ['no address', undefined],
    ['about:blank', undefined],
  ])('of %s is %s', (url, pattern) => {
    expect(pageAddressOf(url)?.pattern).toBe(pattern);
  });
});

describe('E73: one page', () => {
  const page = 'https://shop.example/docs';
  test.each([
    [`${page}/`, page, true],
    [`${page}/index.html`, page, true],
    [`${page}/index.html#end`, `${page}#start`, true],
    ['HTTPS://Shop.Example:443/docs', page, true],
    [`${page}#/`, page, true],
    [`${page}?b=2&a=1`, `${page}?a=1&b=2`, true],
    [`${page}?q=`, page, true],
    [`${page}?page=about`, page, false],
    [`${page}#/about`, page, false],
    [`${page}/index-of-terms.html`, page, false],
    ['http://shop.example/docs', page, false],
  ])('%s and %s: %s', (one, other, same) => {
    expect(destinationDigests(one) === destinationDigests(other)).toBe(same);
  });

  test.each([
    ['https://shop.example/?page=about', 'https://shop.example/?page=contact', false],
    ['https://shop.example/?page=2', 'https://shop.example/?page=3', true],
    ['https://shop.example/orders/17?sort=name', 'https://shop.example/orders/18?sort=name', true],
    ['no address', 'about:blank', true],
  ])('the words of %s and %s are the same: %s', (one, other, same) => {
    expect(addressWords(one) === addressWords(other)).toBe(same);
  });
});

test.each([
  ['https://shop.example/terms.pdf', true],
  ['https://shop.example/terms.html', false],
  ['no address', false],
])('%s is a file and no page: %s', (url, expected) => {
  expect(isFile(url)).toBe(expected);
});
