/** A page as applications look: a dark side bar, a toolbar, a table of small grey and black text, buttons of several colours. 1280 × 800. Nothing in it depends on the height of the window. */
export const orderDesk = `
<style>
  body { margin: 0; font: 14px sans-serif; color: #1d2633; background: #f5f7fa }
  aside { position: absolute; left: 0; top: 0; width: 220px; height: 800px; background: #1b2634; color: #9fb0c3 }
  aside h1 { margin: 20px; font-size: 18px; color: #fff } aside p { margin: 0; padding: 11px 20px }
  aside .here { background: #22384a; color: #fff }
  main { position: absolute; left: 252px; top: 24px; width: 996px }
  h2 { margin: 0 0 4px; font-size: 26px } small { color: #7a8699 }
  button { margin: 18px 8px 18px 0; padding: 9px 16px; font: 14px sans-serif; border: 1px solid #c9d1dc; border-radius: 4px; background: #fff }
  button.main { background: #14866f; border-color: #14866f; color: #fff } button.bad { background: #b3261e; border-color: #b3261e; color: #fff }
  table { width: 100%; border-collapse: collapse; background: #fff; font-size: 13px }
  th { text-align: left; font-size: 11px; color: #7a8699 } th, td { padding: 11px 12px; border-bottom: 1px solid #e3e8ef }
</style>
<aside><h1>Harbour Desk</h1><p>Overview</p><p class="here">Orders</p><p>Customers</p><p>Warehouse</p><p>Invoices</p><p>Reports</p><p>Settings</p></aside>
<main>
  <h2>Orders waiting</h2><small>Refreshed 12 minutes ago, sorted by customer</small><br>
  <button class="main">Create order</button><button>Export list</button><button class="bad">Delete selected</button>
  <table>
    <tr><th>NUMBER</th><th>CUSTOMER</th><th>ARTICLE</th><th>TOTAL</th><th>STATUS</th></tr>
    <tr><td>7801</td><td>Oliver Kane</td><td>Mechanical keyboard</td><td>$474.50</td><td>Shipped</td></tr>
    <tr><td>7802</td><td>Maria Lindholm</td><td>Merino base layer</td><td>$367.00</td><td>Cancelled</td></tr>
    <tr><td>7803</td><td>Sven Kowalski</td><td>Folding bicycle</td><td>$1,240.00</td><td>Waiting for payment</td></tr>
    <tr><td>7804</td><td>Priya Raman</td><td>Espresso machine</td><td>$689.90</td><td>Packed</td></tr>
    <tr><td>7805</td><td>Thomas Abara</td><td>Standing desk</td><td>$815.00</td><td>Returned</td></tr>
  </table>
</main>`;
