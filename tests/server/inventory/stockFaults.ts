import type pg from 'pg'

/** What does not hold of a tenant's ledger: rows whose balances are not what the ledger, or what documents promise, comes to. */
export async function stockFaults(owner: pg.Pool, tenantId: number): Promise<unknown[]> {
  const { rows } = await owner.query(
    `with kept as (select product_id, store_id, transit, on_hand, value from furrow.stock_balance where tenant_id = $1 and (on_hand <> 0 or value <> 0)),
    written as (select product_id, store_id, transit, sum(quantity) on_hand, sum(value) as value from furrow.stock_entry where tenant_id = $1
      group by 1, 2, 3 having sum(quantity) <> 0 or sum(value) <> 0),
    lots as (select lot_id, store_id, transit, on_hand from furrow.stock_lot_balance where tenant_id = $1 and on_hand <> 0),
    lot_rows as (select lot_id, store_id, transit, sum(quantity) on_hand from furrow.stock_entry where tenant_id = $1 and lot_id is not null
      group by 1, 2, 3 having sum(quantity) <> 0),
    promised as (select d.store_id, l.product_id, sum(l.reserved) reserved from furrow.document_line l join furrow.document d on d.id = l.document_id
      where d.tenant_id = $1 and l.reserved > 0 group by 1, 2),
    reserved as (select store_id, product_id, reserved from furrow.stock_balance where tenant_id = $1 and reserved > 0)
  select 'balance' what, to_jsonb(x) as row from ((table kept except table written) union all (table written except table kept)) x
  union all select 'lot', to_jsonb(x) from ((table lots except table lot_rows) union all (table lot_rows except table lots)) x
  union all select 'reserved', to_jsonb(x) from ((table promised except table reserved) union all (table reserved except table promised)) x
  union all select 'below', to_jsonb(b) from furrow.stock_balance b join furrow.store s on s.id = b.store_id
    where b.tenant_id = $1 and b.on_hand < 0 and s.negative_flag = 0
  union all select 'value', to_jsonb(b) from furrow.stock_balance b where b.tenant_id = $1 and ((b.on_hand <= 0 and b.value <> 0) or b.value < 0)
  union all select 'done', to_jsonb(p) from (select l.id, l.done, abs(coalesce(sum(e.quantity), 0)) moved
    from furrow.document_line l join furrow.document d on d.id = l.document_id and d.form_code in ('warehousing', 'shipment', 'return', 'materialWarehousing', 'materialShipment')
    left join furrow.stock_entry e on e.line_id = l.id and e.kind = 'move' and not e.transit where l.tenant_id = $1 group by l.id) p
    where p.done <> p.moved
  union all select 'taken', to_jsonb(p) from (select s.id, s.done, s.taken, s.lost, coalesce(sum(c.done), 0) children
    from furrow.document_line s left join furrow.document_line c on c.source_line_id = s.id
    where s.tenant_id = $1 and s.form_code in ('warehousing', 'shipment') group by s.id) p where p.taken <> p.children + p.lost or p.taken > p.done
  union all select 'transfer', to_jsonb(p) from (select s.id, s.stock_quantity, s.done, s.taken, s.lost,
      (select coalesce(sum(sent.done - (select coalesce(sum(back.done), 0) from furrow.document_line back where back.source_line_id = sent.id and back.form_code = 'return')), 0)
        from furrow.document_line sent where sent.source_line_id = s.id) sent,
      (select coalesce(sum(came.done), 0) from furrow.document_line sent join furrow.document_line came on came.source_line_id = sent.id and came.form_code = 'warehousing'
        where sent.source_line_id = s.id) came
    from furrow.document_line s where s.tenant_id = $1 and s.form_code = 'transfer') p
    where p.done <> p.sent or p.taken <> p.came + p.lost or p.done > p.stock_quantity
  union all select 'application', to_jsonb(p) from (select s.id, s.stock_quantity, s.done,
      (select coalesce(sum(case c.form_code when 'transfer' then c.taken - c.lost else c.done end), 0) from furrow.document_line c where c.source_line_id = s.id) children
    from furrow.document_line s where s.tenant_id = $1 and s.form_code = 'aplionform' and s.product_id is not null) p
    where p.done <> p.children or p.done > p.stock_quantity
  union all select 'under way', to_jsonb(p) from (select l.product_id, d.to_store_id, sum(l.done - l.taken) sent,
      coalesce((select b.on_hand from furrow.stock_balance b where b.product_id = l.product_id and b.store_id = d.to_store_id and b.transit), 0) transit
    from furrow.document_line l join furrow.document d on d.id = l.document_id where l.tenant_id = $1 and l.form_code = 'transfer' group by 1, 2) p
    where p.sent <> p.transit
  union all select 'promised lot', to_jsonb(x) from (
    (select d.store_id, o.id, sum(l.reserved) from furrow.document_line l join furrow.document d on d.id = l.document_id
      join furrow.stock_lot o on o.product_id = l.product_id and o.lot_no = l.lot_no where l.tenant_id = $1 and l.reserved > 0 group by 1, 2)
    except select store_id, lot_id, reserved from furrow.stock_lot_balance where tenant_id = $1 and reserved > 0 and not transit) x
  union all select 'lot promised to nobody', to_jsonb(x) from (
    (select store_id, lot_id, reserved from furrow.stock_lot_balance where tenant_id = $1 and reserved > 0)
    except select d.store_id, o.id, sum(l.reserved) from furrow.document_line l join furrow.document d on d.id = l.document_id
      join furrow.stock_lot o on o.product_id = l.product_id and o.lot_no = l.lot_no where l.tenant_id = $1 and l.reserved > 0 group by 1, 2) x
  union all select 'progress', to_jsonb(p) from (select d.id, d.progress, case when bool_and(l.done >= l.stock_quantity) then 'full'
      when sum(l.done) > 0 then 'partial' else 'none' end derived
    from furrow.document d join furrow.document_line l on l.document_id = d.id where d.tenant_id = $1 and d.progress <> 'closed' and d.form_code <> 'inventory_form' group by d.id) p
    where p.progress <> p.derived`,
    [tenantId],
  )
  return rows
}
